"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { editTool, useDraft } from "@/lib/client/workspace/draft";
import { whyNotKept, withCase } from "@/lib/client/workspace/kept-cases";
import { toolNamed, useToolKey } from "@/lib/client/workspace/open-tool";
import { verdictKept } from "@/lib/protocol/kept-finding";
import type { Side } from "@/lib/protocol/side";
import type { Verdict } from "@/lib/protocol/verdict";
import { excerpt } from "@/lib/view/text/format";
import { TEXT } from "./text";

interface KeepCaseProps {
  /** Name of the called tool. */
  tool: string;
  direction: Side;
  text: string;
  verdict: Verdict;
}

/** Keeps a recorded text as a case of the tool in the workspace; the case expects the recorded verdict. */
export function KeepCase({ tool, direction, text, verdict }: KeepCaseProps) {
  const [kept, setKept] = useState(false);
  const key = useToolKey(tool);
  const refused = useDraft(({ draft }) => {
    const found = toolNamed(draft, tool);
    return found ? whyNotKept(found.tool, text) : `The workspace has no tool named ${tool}`;
  });
  const why = kept ? TEXT.keptAsCase : refused;
  const name = excerpt(`${verdict.status}: ${text}`, 60);
  const keep = () => {
    if (key === undefined) return;
    const one = { name, direction, text, expected: verdictKept(verdict) };
    editTool(key, (now) => withCase(now, one));
    setKept(true);
  };
  return (
    <Button small look="quiet" testId={`keep-${direction}`} why={why} hint={TEXT.keepCaseHint} onClick={keep}>
      {kept ? "Kept as case" : "Keep as case"}
    </Button>
  );
}
