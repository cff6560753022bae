import { createParser, type EventSourceMessage } from "eventsource-parser";
import { describe, expect, test } from "vitest";
import type { Fact } from "@/lib/engine/log/facts";
import { deltaFrame, factFrame, HEARTBEAT, OPENING, readLastEventId } from "./frames";

const fact: Fact = {
  seq: 12,
  at: 1_700_000_000_000,
  turn_id: "t1",
  type: "message.new",
  message: { id: "m1", role: "user", content: "one\ntwo\r\nthree\rfour\u2028\u2029 data: id: 5\n\n\0" },
};

/** What a reader of the event stream makes of it. */
function read(stream: string) {
  const events: EventSourceMessage[] = [];
  const seen = { comments: 0, retry: 0 };
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onRetry: (ms) => {
      seen.retry = ms;
    },
    onComment: () => {
      seen.comments += 1;
    },
  });
  parser.feed(stream);
  return { events, ...seen };
}

describe("the frames of an event stream", () => {
  test("bring a fact across as it is, with its number as the id", () => {
    const { events } = read(factFrame(fact));
    expect(events).toHaveLength(1);
    expect(events[0]?.event).toBeUndefined();
    expect(events[0]?.id).toBe("12");
    expect(JSON.parse(events[0]?.data ?? "")).toEqual(fact);
    expect(factFrame(fact).match(/\n/g)).toHaveLength(3);
  });

  test("name a streamed piece and give it no id", () => {
    const piece = { call_id: "llm_1", delta: { tool_calls: [{ id: "c1", arguments: '{"a":\n' }] } };
    const { events } = read(deltaFrame(piece));
    expect(events).toEqual([{ event: "llm.token.delta", id: undefined, data: JSON.stringify(piece) }]);
  });

  test("open with the time to come back, and keep open without an event", () => {
    const { events, retry, comments } = read(OPENING + HEARTBEAT + factFrame(fact) + HEARTBEAT);
    expect([events.length, retry, comments]).toEqual([1, 1000, 2]);
  });
});

describe("the last fact a reader had", () => {
  test.each([
    ["12", 12],
    [" 12 ", 12],
    ["0", 0],
    [null, null],
    ["", null],
    ["-1", null],
    ["1.5", null],
    ["1e3", null],
    ["twelve", null],
    ["12345678901234567890", null],
  ])("%j is %j", (header, seq) => {
    expect(readLastEventId(header)).toBe(seq);
  });
});
