/** Checks of everything that the HTTP worker was asked. */
import type { FactOf } from "@/lib/engine/log/facts";
import type { SessionRecord } from "./record";
import type { Delivery } from "./worker";

function counted(keys: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts];
}

/** No delivery was made twice under one number, and a tool ran at most once in each attempt. */
function doubleFaults(deliveries: Delivery[]): string[] {
  const made = counted(deliveries.map(({ decision, attempts }) => `${decision}/${attempts}`));
  const ran = counted(deliveries.filter((one) => one.ran).map(({ call, attempt }) => `${call}/${attempt}`));
  return [
    ...made
      .filter(([, times]) => times > 1)
      .map(([key, times]) => `the delivery ${key} was made ${times} times`),
    ...ran
      .filter(([, times]) => times > 1)
      .map(([key, times]) => `the attempt ${key} was run ${times} times`),
  ];
}

/** No tool ran more often than its policy allows. */
function policyFaults(deliveries: Delivery[], records: SessionRecord[]): string[] {
  const plans = new Map(records.flatMap(({ plan }) => [...plan.calls]));
  return counted(deliveries.flatMap(({ ran, call }) => (ran && call ? [call] : []))).flatMap(
    ([call, times]) => {
      const allowed = plans.get(call)?.retry.max_attempts ?? 0;
      return times > allowed ? [`${call} ran ${times} times, allowed are ${allowed}`] : [];
    },
  );
}

/**
 * The worker acted only on what had been stored: each delivery is in the log, with one proposal for all deliveries of
 * a decision.
 */
function storedFaults(deliveries: Delivery[], records: SessionRecord[]): string[] {
  const dispatched = new Set(
    records.flatMap(({ facts }) =>
      facts
        .filter((fact): fact is FactOf<"decision.dispatched"> => fact.type === "decision.dispatched")
        .map((fact) => `${fact.decision_id}/${fact.attempts}`),
    ),
  );
  const proposals = new Map<string, string>();
  return deliveries.flatMap(({ decision, attempts, proposed }) => {
    const first = proposals.get(decision) ?? proposed;
    proposals.set(decision, first);
    return [
      ...(dispatched.has(`${decision}/${attempts}`)
        ? []
        : [`the delivery ${decision}/${attempts} is in no log`]),
      ...(first === proposed ? [] : [`the decision ${decision} was delivered with another proposal`]),
    ];
  });
}

export const workerFaults = (deliveries: Delivery[], records: SessionRecord[]): string[] => [
  ...doubleFaults(deliveries),
  ...policyFaults(deliveries, records),
  ...storedFaults(deliveries, records),
];
