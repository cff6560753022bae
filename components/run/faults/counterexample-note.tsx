"use client";
import { Callout } from "@/components/ui/feedback";
import { type BrokenSide, useBreaking } from "@/lib/client/workspace/counterexample";
import type { FaultRule } from "@/lib/protocol/fault";
import type { Workspace } from "@/lib/protocol/workspace";
import { excerpt } from "@/lib/view/text/format";

const SHOWN = 160;

interface BreakingNoteProps {
  rule: FaultRule;
  workspace: Workspace;
  /** Whether to show what the fault would make, too. */
  example?: boolean;
}

/** Of a fault that breaks a schema: what it would make of it, or that nothing breaks it. */
export function BreakingNote({ rule, workspace, example = false }: BreakingNoteProps) {
  const sides = useBreaking(rule, workspace);
  const unbroken = sides.filter(({ text }) => text === null);
  const first = sides.find(({ text }) => text !== null);
  return (
    <>
      {example && first?.text && (
        <p className="px-2.5 pb-2.5 text-ink-2 text-xs sm:pl-[82px]" data-testid="fault-example">
          For {first.tool}: <code className="break-all">{excerpt(first.text, SHOWN)}</code>
        </p>
      )}
      {unbroken.length > 0 && (
        <Callout tone="warn" shape="triangle" testId="fault-unbroken">
          {unbrokenWords(unbroken)}
        </Callout>
      )}
    </>
  );
}

function unbrokenWords(sides: BrokenSide[]): string {
  const names = sides.map(({ tool }) => tool).join(", ");
  const what = sides[0]?.direction === "input" ? "input schema" : "output schema";
  return `Nothing was found that breaks the ${what} of ${names}: there this fault changes nothing.`;
}
