"use client";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useDraft } from "@/lib/client/workspace/draft";
import { openSchema, toolNamed } from "@/lib/client/workspace/open-tool";

interface FaultActionsProps {
  /** Name of the tool. */
  tool: string;
  side: "input" | "output";
  /** Of the rule in the schema; null where it has no place there. */
  pointer: string | null;
  /** Further actions. */
  children?: ReactNode;
}

/** From a fault to the rule in today's schema. */
export function FaultActions({ tool, side, pointer, children }: FaultActionsProps) {
  const draft = useDraft((store) => store.draft);
  const found = toolNamed(draft, tool);
  const why = !found
    ? `The workspace has no tool called ${tool}`
    : pointer === null && "This fault breaks no rule that stands in the schema";
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-t px-[11px] py-2">
      <Button
        small
        testId="open-schema"
        why={why}
        hint="In the editor, at the rule"
        onClick={() => found && openSchema(found.key, side, pointer ?? "")}
      >
        Open the schema here
      </Button>
      {children}
    </div>
  );
}
