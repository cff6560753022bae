import type { FactOf } from "@/lib/engine/facts";
import { injectedWords } from "@/lib/view/fault-words";
import { Callout } from "../ui/feedback";

/** Which faults on purpose struck what is shown, and by which rule. */
export function InjectedLines({ injected }: { injected: readonly FactOf<"fault.injected">[] }) {
  return injected.map((fact) => (
    <Callout key={fact.seq} tone="accent" shape="bolt" testId="injected">
      {injectedWords(fact)}
    </Callout>
  ));
}
