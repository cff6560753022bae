/** Injected faults: they strike what is under way, once, by a rule of the workspace that is switched on. */

import type { Fact } from "@/lib/engine/log/facts";
import { withholdsAnswer } from "@/lib/engine/state/injected";
import { equalJson } from "@/lib/json/equal";
import type { Fault } from "../../../protocol/fault";
import { expectThat, found } from "./expect-that";
import type { Watches } from "./invariants";
import type { ShadowModel } from "./shadow-model";

/** Whether that attempt, or that delivery, has begun and not ended. */
function isUnderWay(book: ShadowModel, { kind, id, attempt }: Fact & { type: "fault.injected" }): boolean {
  if (kind !== "decision") {
    const call = book.call(kind, id);
    return call.at === "runs" && call.attempt === attempt;
  }
  const delivery = found(book.deliveries.get(id), "a fault of an unknown decision");
  return delivery.at === "out" && delivery.failed === attempt;
}

const withCalls = ({ answers }: ShadowModel): number =>
  [...answers.values()].filter(({ calls }) => calls.length > 0).length;

export const FAULT_FACTS: Watches<"fault.injected"> = {
  "fault.injected": (book, fact) => {
    const { kind, id, attempt, rule, index } = fact;
    const { on, rules } = found(book.faults, "a fault of a workspace that has none");
    expectThat(on && equalJson(rules[index], rule), "a fault that no rule asks for", fact);
    expectThat(isUnderWay(book, fact), "a fault of what is not under way", fact);
    const place = { tool_call: "tool", llm_call: "model", decision: "delivery" }[kind];
    expectThat(
      rule.at === place && (rule.attempt ?? attempt) === attempt,
      "a fault in the wrong place",
      fact,
    );
    if (rule.what.kind === "malformed arguments" && rule.when.kind === "nth")
      expectThat(withCalls(book) + 1 === rule.when.n, "another answer with calls", fact);
    const key = `${kind} ${id} ${attempt}`;
    expectThat(!book.struck.has(key), "struck twice", fact);
    book.struck.set(key, rule.what);
  },
};

/** Whether a model's answer is still to come, since a fault has kept it back. */
export function isWithheld(
  book: ShadowModel,
  { call_id, attempt, code }: Fact & { type: "llm.call.errored" },
) {
  const what: Fault | undefined = book.struck.get(`llm_call ${call_id} ${attempt}`);
  return book.faults?.on === true && what !== undefined && withholdsAnswer(what, code);
}
