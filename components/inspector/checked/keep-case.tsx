"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { editTool, useDraft } from "@/lib/client/workspace/draft";
import { whyNotKept, withCase } from "@/lib/client/workspace/kept-cases";
import { toolNamed } from "@/lib/client/workspace/open-tool";
import { verdictKept } from "@/lib/protocol/kept-finding";
import type { Verdict } from "@/lib/protocol/verdict";
import { excerpt } from "@/lib/view/text/format";

interface KeepCaseProps {
  /** Name of the called tool. */
  tool: string;
  direction: "input" | "output";
  text: string;
  verdict: Verdict;
}

/** Keeps a recorded text as a case of the tool in the workspace; the case expects the recorded verdict. */
export function KeepCase({ tool, direction, text, verdict }: KeepCaseProps) {
  const [kept, setKept] = useState(false);
  const found = toolNamed(
    useDraft(({ draft }) => draft),
    tool,
  );
  const why = kept
    ? "Kept with the tool, on the Cases tab"
    : found
      ? whyNotKept(found.tool, text)
      : `The workspace has no tool named ${tool}`;
  const name = excerpt(`${verdict.status}: ${text}`, 60);
  const keep = () => {
    if (!found) return;
    const one = { name, direction, text, expected: verdictKept(verdict) };
    editTool(found.key, (now) => withCase(now, one));
    setKept(true);
  };
  return (
    <Button
      small
      look="quiet"
      testId={`keep-${direction}`}
      why={why}
      hint="Kept with the tool: the Cases tab shows whether this verdict still holds"
      onClick={keep}
    >
      {kept ? "Kept as case" : "Keep as case"}
    </Button>
  );
}
