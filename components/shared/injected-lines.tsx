import { Callout } from "@/components/ui/feedback";
import { injectedWords } from "@/lib/view/authoring/fault-text";
import { noEffect } from "@/lib/view/timeline/injected-faults";
import type { CallRecord, DecisionRecord, InjectedFault, ModelRecord } from "@/lib/view/timeline/records";

interface InjectedLinesProps {
  injected: readonly InjectedFault[];
  /** What they struck; absent where they are known to have had an effect. */
  struck?: CallRecord | ModelRecord | DecisionRecord;
}

/** Which faults on purpose struck what is shown, by which rule, and whether for nothing. */
export function InjectedLines({ injected, struck }: InjectedLinesProps) {
  return injected.map((fact) => (
    <Callout key={fact.seq} tone="accent" shape="bolt" testId="injected">
      {[injectedWords(fact), struck && noEffect(struck, fact)].filter(Boolean).join(" ")}
    </Callout>
  ));
}
