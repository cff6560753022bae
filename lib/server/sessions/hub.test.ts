import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import type { Fact } from "@/lib/engine/log/facts";
import { CHUNK_BYTES, Hub } from "./hub";

const facts = (from: number, count: number, size = 10): Fact[] =>
  Array.from({ length: count }, (_, index) => ({
    seq: from + index,
    at: 1,
    type: "session.cancelled",
    reason: "x".repeat(size),
  }));

function watched() {
  const hub = new Hub();
  const watcher = { onFacts: vi.fn(), onPassing: vi.fn(), onEnd: vi.fn() };
  hub.watch("s", watcher);
  return { hub, watcher };
}

const seqs = (bytes: Uint8Array) =>
  [...new TextDecoder().decode(bytes).matchAll(/^id: (\d+)$/gm)].map(([, seq]) => Number(seq));

/** All that is kept after `seq`, chunk by chunk; null when the store is to be asked. */
function keptAfter(hub: Hub, seq: number): { seqs: number[]; sizes: number[] } | null {
  const found: { seqs: number[]; sizes: number[] } = { seqs: [], sizes: [] };
  for (let at = seq; ; ) {
    const chunk = hub.recent("s", at);
    if (!chunk) return null;
    if (chunk.last === at) return found;
    found.seqs.push(...seqs(chunk.bytes));
    found.sizes.push(chunk.bytes.length);
    at = chunk.last;
  }
}

test("frames come in chunks of bounded size, in order, each once", () => {
  const { hub } = watched();
  hub.publish("s", facts(1, 300, 1_000));
  const kept = keptAfter(hub, 0);
  expect(kept?.seqs).toEqual(facts(1, 300).map(({ seq }) => seq));
  expect(Math.max(...(kept?.sizes ?? []))).toBeLessThanOrEqual(CHUNK_BYTES);
});

test("watchers at the same place get the very same chunk, and new facts make a new one", () => {
  const { hub } = watched();
  hub.publish("s", facts(1, 3));
  const first = hub.recent("s", 1);
  expect(hub.recent("s", 1)).toBe(first);
  hub.publish("s", facts(4, 1));
  expect(seqs(hub.recent("s", 1)?.bytes ?? new Uint8Array())).toEqual([2, 3, 4]);
});

test("what is kept is bounded in bytes: a watcher further behind has to read from the store", () => {
  const { hub } = watched();
  hub.publish("s", facts(1, 100, 100_000));
  expect(keptAfter(hub, 0)).toBeNull();
  const kept = keptAfter(hub, 91);
  expect(kept?.seqs).toEqual([92, 93, 94, 95, 96, 97, 98, 99, 100]);
  expect(keptAfter(hub, 89)).toBeNull();
});

test("the newest fact is kept however large it is", () => {
  const { hub } = watched();
  hub.publish("s", facts(1, 3, 2_000_000));
  expect(keptAfter(hub, 2)?.seqs).toEqual([3]);
  expect(keptAfter(hub, 1)).toBeNull();
});

test("a watcher is told once a turn of the event loop, and of facts before a passing frame that follows them", async () => {
  const { hub, watcher } = watched();
  hub.publish("s", facts(1, 1));
  hub.publish("s", facts(2, 1));
  expect(watcher.onFacts).not.toHaveBeenCalled();
  await setImmediate();
  expect(watcher.onFacts).toHaveBeenCalledTimes(1);
  hub.publish("s", facts(3, 1));
  hub.pass("s", () => "event: x\n\n");
  expect(watcher.onFacts).toHaveBeenCalledTimes(2);
  expect(watcher.onFacts.mock.invocationCallOrder[1]).toBeLessThan(
    watcher.onPassing.mock.invocationCallOrder[0] ?? 0,
  );
});
