import { describe, expect, test } from "vitest";
import type { Fact } from "@/lib/engine/log/facts";
import type { AgentConfig } from "@/lib/protocol/agent";
import { addRecorded, newRecording } from "./recorded";

const agent = (input: string): AgentConfig => ({
  model: "scripted",
  tools: [{ name: "book", input: JSON.parse(input), inputText: input }],
});

/** Only what is looked at. */
const log = (...bodies: object[]): Fact[] =>
  bodies.map((body, i) => ({ seq: i + 1, at: i, ...body }) as unknown as Fact);
const asks = (call_id: string, tools: object) => ({
  type: "llm.call.requested",
  call_id,
  attempt: 0,
  request: { prompt: [], tools },
});
const requests = (id: string, llm_call_id?: string) => [
  { type: "tool.call.requested", tool_call_id: id, attempt: 0, name: "book", arguments: "{}", llm_call_id },
  { type: "input.classified", tool_call_id: id, verdict: { status: "valid", findings: [] } },
];

const schemasOf = (facts: Fact[]) => {
  const recording = newRecording();
  addRecorded(recording, facts);
  return recording.tools.get("book")?.input.map(({ call, schema }) => [call, schema]);
};

describe("the schema that a recorded verdict was made by", () => {
  test("is the one that was sent with the model call, not the newest", () => {
    const facts = log(
      { type: "session.created", agent: agent('{"a":1}') },
      asks("m1", { agent: 0 }),
      { type: "agent.updated", agent: agent('{"a":2}') },
      ...requests("c1", "m1"),
      asks("m2", { agent: 1 }),
      ...requests("c2", "m2"),
      asks("m3", { call: "m1" }),
      ...requests("c3", "m3"),
      asks("m4", { list: [{ name: "book", input: { a: 3 } }] }),
      ...requests("c4", "m4"),
    );
    expect(schemasOf(facts)).toEqual([
      ["c1", '{"a":1}'],
      ["c2", '{"a":2}'],
      ["c3", '{"a":1}'],
      ["c4", '{\n  "a": 3\n}'],
    ]);
  });

  test("is none for a call that the worker made, and for a tool that was not sent", () => {
    const facts = log(
      { type: "session.created", agent: agent('{"a":1}') },
      ...requests("c1"),
      asks("m1", { list: [] }),
      ...requests("c2", "m1"),
    );
    expect(schemasOf(facts)).toEqual([
      ["c1", null],
      ["c2", null],
    ]);
  });

  test("of a fork is that of its own calls, by the lists it was forked with", () => {
    const facts = log(
      { type: "session.created", agent: agent('{"a":1}') },
      asks("m1", { agent: 0 }),
      ...requests("c1", "m1"),
      { type: "session.forked", agent: agent('{"a":2}') },
      ...requests("c2", "m1"),
      asks("m2", { agent: 1 }),
      ...requests("c3", "m2"),
    );
    expect(schemasOf(facts)).toEqual([
      ["c2", '{"a":1}'],
      ["c3", '{"a":2}'],
    ]);
  });
});
