"use client";
import { Badge } from "@/components/ui/status";
import { useCaseRun } from "@/lib/client/queries/cases";
import { caseRunBody } from "@/lib/client/workspace/kept-cases";
import type { Formats } from "@/lib/protocol/verdict";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import { count } from "@/lib/view/text/format";
import { TEXT } from "./text";

interface CasesMarkProps {
  tool: WorkspaceTool;
  toolKey: string;
  formats: Formats | undefined;
}

/** The state of a tool's cases under its schemas as typed; nothing without cases or while they are being checked. */
export function CasesMark({ tool, toolKey, formats }: CasesMarkProps) {
  const { data } = useCaseRun(toolKey, caseRunBody(tool, formats));
  const all = tool.cases?.length ?? 0;
  if (!data || all === 0) return null;
  const failing = data.outcomes.filter(({ passed }) => !passed).length;
  const red = failing > 0;
  return (
    <Badge
      shape={red ? "cross" : "dot"}
      tone={red ? "fail" : "ok"}
      status={red ? "failing" : "passing"}
      testId="tool-cases"
      title={red ? TEXT.someFail : TEXT.allPass}
    >
      {red ? `${failing} of ${count(all, "case")}` : count(all, "case")}
    </Badge>
  );
}
