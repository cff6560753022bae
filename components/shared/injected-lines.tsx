import { Callout } from "@/components/ui/feedback";
import { noEffectText } from "@/lib/view/timeline/injected-faults";
import { injectedText } from "@/lib/view/timeline/injected-text";
import type { CallRecord, DecisionRecord, InjectedFault, ModelRecord } from "@/lib/view/timeline/records";

interface InjectedLinesProps {
  injected: readonly InjectedFault[];
  /** The record that they were injected into; absent if they are known to have had an effect. */
  struck?: CallRecord | ModelRecord | DecisionRecord;
}

/** The faults that were injected into what is shown, with their rules, and whether they had an effect. */
export function InjectedLines({ injected, struck }: InjectedLinesProps) {
  return injected.map((fact) => (
    <Callout key={fact.seq} tone="accent" shape="bolt" testId="injected">
      {[injectedText(fact), struck && noEffectText(struck, fact)].filter(Boolean).join(" ")}
    </Callout>
  ));
}
