"use client";
import { Callout } from "@/components/ui/feedback";
import { type SideCounterexample, useCounterexamples } from "@/lib/client/workspace/counterexample";
import type { FaultRule } from "@/lib/protocol/fault";
import type { Workspace } from "@/lib/protocol/workspace";
import { excerpt } from "@/lib/view/text/format";

const SHOWN = 160;

interface CounterexampleNoteProps {
  rule: FaultRule;
  workspace: Workspace;
  /** Also show the text that the fault would send. */
  example?: boolean;
}

/** Shows the counterexample that an injected fault would send, or says that none was found. */
export function CounterexampleNote({ rule, workspace, example = false }: CounterexampleNoteProps) {
  const sides = useCounterexamples(rule, workspace);
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
          {notFoundText(unbroken)}
        </Callout>
      )}
    </>
  );
}

function notFoundText(sides: SideCounterexample[]): string {
  const names = sides.map(({ tool }) => tool).join(", ");
  const what = sides[0]?.side === "input" ? "input schema" : "output schema";
  return `No counterexample was found for the ${what} of ${names}, so this fault has no effect there.`;
}
