import { describe, expect, test } from "vitest";
import { calls, holding, NEVER, result, says, TestSession, tools } from "@/lib/engine/testing/session";
import type { Verdict } from "@/lib/protocol/verdict";
import { requestJson } from "./request";

const CITY = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

/** Given a tool with that input schema, when the model calls it with that raw text: the delivery of its execution. */
function execution(raw: string, input?: unknown) {
  const session = new TestSession({ tools: [{ name: "f", input }] });
  session.message();
  session.run({ model: [calls(["f", raw, "c"])], worker: holding("tool.execute"), until: 0 });
  const { trigger, proposed } = session.out("tool.execute");
  const { verdict } = session.fact("input.classified");
  return { session, trigger, proposed, verdict, wire: trigger.input };
}

const errorOf = (wire: object): string => ("error" in wire ? String(wire.error) : "");

describe("blank arguments (D1)", () => {
  test("edge 1: empty, no schema → valid, value {}, the raw text stays empty", () => {
    const { trigger, proposed, verdict } = execution("");
    expect(verdict.notes).toEqual([expect.objectContaining({ code: "blank" })]);
    expect(trigger).toMatchObject({ arguments: "", input: { status: "valid", value: {} } });
    expect(proposed).toEqual({});
  });

  test("edge 2: empty, the schema requires city → invalid, value {}", () => {
    const { trigger, proposed } = execution("", CITY);
    expect(trigger).toMatchObject({ arguments: "", input: { status: "invalid", value: {} } });
    expect(proposed.actions).toHaveLength(1);
  });

  test.each(["  ", "\n\t\r\n", "\u00a0", "\u0085", "\u2003"])(
    "edge 3: only white space (%j) → as empty, the raw text as it came",
    (raw) => {
      expect(execution(raw).trigger).toMatchObject({ arguments: raw, input: { status: "valid", value: {} } });
      expect(execution(raw, CITY).wire).toMatchObject({ status: "invalid", value: {} });
    },
  );

  test("D2: a byte order mark is no white space → malformed", () => {
    expect(execution("\ufeff{}").wire.status).toBe("malformed");
    expect(execution("\ufeff").wire.status).toBe("malformed");
  });
});

describe("objects against a schema", () => {
  test("edge 4: conforming → valid, the value is the parsed text, nothing is proposed", () => {
    const { wire, proposed } = execution('{"city":"NYC"}', CITY);
    expect(wire).toEqual({ status: "valid", value: { city: "NYC" } });
    expect(proposed).toEqual({});
  });

  test("edge 5: violating → invalid, the value is delivered, the error names the field", () => {
    const { wire } = execution('{"city":5}', CITY);
    expect(wire).toMatchObject({ status: "invalid", value: { city: 5 } });
    expect(errorOf(wire)).toContain("/city");
  });

  test("edge 6: a required member is missing → invalid, the error mentions it", () => {
    const { wire } = execution("{}", CITY);
    expect(wire).toMatchObject({ status: "invalid", value: {} });
    expect(errorOf(wire)).toContain("city");
  });

  test("edge 10: no schema → valid, whatever the object, and the verdict says why (D6)", () => {
    const { wire, verdict } = execution('{"any":[1,{"thing":null}]}');
    expect(wire).toEqual({ status: "valid", value: { any: [1, { thing: null }] } });
    expect(verdict).toMatchObject({ status: "valid", reason: expect.stringContaining("no schema") });
  });

  test("edge 16: a member with a default is absent → valid, and the default is not filled in", () => {
    const schema = { type: "object", properties: { units: { default: "metric" } } };
    expect(execution("{}", schema).wire).toEqual({ status: "valid", value: {} });
  });

  test("edge 17: an integer member gets the text 5 → invalid, nothing is coerced", () => {
    const { wire } = execution('{"n":"5"}', { properties: { n: { type: "integer" } } });
    expect(wire).toMatchObject({ status: "invalid", value: { n: "5" } });
  });

  test("edge 18: an integer member gets 1.0 → valid", () => {
    expect(execution('{"n":1.0}', { properties: { n: { type: "integer" } } }).wire.status).toBe("valid");
  });

  test("edge 19: four violations → the text for the model has three, joined by '; '; the verdict has all (D13)", () => {
    const number = { type: "number" };
    const schema = { properties: { a: number, b: number, c: number, d: number } };
    const { wire, verdict } = execution('{"a":"","b":"","c":"","d":""}', schema);
    expect(errorOf(wire).split("; ")).toHaveLength(3);
    expect(verdict.findings).toHaveLength(4);
    expect(verdict.more).toBe(0);
  });

  test("edge 20: a nested violation → its pointer comes first", () => {
    const schema = { properties: { o: { properties: { p: { items: { type: "string" } } } } } };
    expect(errorOf(execution('{"o":{"p":["a",1]}}', schema).wire)).toMatch(/^\/o\/p\/1: /);
  });

  test("edge 21: duplicate keys → the last wins, the raw text is kept (D4)", () => {
    const raw = '{"a":1,"a":3}';
    const { trigger, verdict } = execution(raw, { properties: { a: { const: 3 } } });
    expect(trigger).toMatchObject({ arguments: raw, input: { status: "valid", value: { a: 3 } } });
    expect(verdict.notes).toEqual([expect.objectContaining({ code: "duplicate-key", path: "/a" })]);
  });

  test("edge 22: an id of 16 digits and more → raw text and wire keep every digit (D5)", () => {
    const raw = '{"id":9007199254740993}';
    const { session, trigger, verdict } = execution(raw, { properties: { id: { type: "integer" } } });
    expect(trigger.arguments).toBe(raw);
    expect(requestJson(session.out("tool.execute"))).toContain(
      '"input":{"status":"valid","value":{"id":9007199254740993}}',
    );
    expect(verdict.notes).toEqual([expect.objectContaining({ code: "precision", path: "/id" })]);
  });

  test("edge 24: a __proto__ argument → delivered as data, nothing is polluted", () => {
    const { wire } = execution('{"__proto__":{"polluted":true}}');
    expect(wire.status).toBe("valid");
    const value = "value" in wire ? Object(wire.value) : {};
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(value.polluted).toBeUndefined();
    expect({}).not.toHaveProperty("polluted");
  });
});

describe("texts that are no JSON object", () => {
  test.each([
    ["[1,2]", "array"],
    ['"x"', "string"],
    ["5", "number"],
    ["true", "boolean"],
    ["null", "null"],
  ])("edge 7: %s → malformed, the error names the type", (raw, type) => {
    const { wire } = execution(raw, CITY);
    expect(wire.status).toBe("malformed");
    expect(wire).not.toHaveProperty("value");
    expect(errorOf(wire)).toContain(type);
  });

  test("edge 8: broken JSON → malformed, with an error", () => {
    const { wire } = execution("not json");
    expect(wire.status).toBe("malformed");
    expect(errorOf(wire)).not.toBe("");
  });

  test("edge 9: an object encoded twice → malformed, not unwrapped", () => {
    expect(execution('"{\\"city\\":\\"NYC\\"}"', CITY).wire.status).toBe("malformed");
  });

  test("edge 23: 128 nested levels → malformed, the error names the limit (D3); 127 pass", () => {
    const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    expect(execution(nested(128)).wire.status).toBe("malformed");
    expect(errorOf(execution(nested(128)).wire)).toContain("127");
    expect(execution(nested(127)).wire.status).toBe("valid");
  });

  test.each(['{"a":"\\ud800"}', '{"a":1e400}'])("D3: %s cannot be handed on exactly → malformed", (raw) => {
    expect(execution(raw).wire.status).toBe("malformed");
  });

  test("edge 25: JSON cut off by the stream → malformed", () => {
    const { trigger } = execution('{"city":"Tok', CITY);
    expect(trigger).toMatchObject({ arguments: '{"city":"Tok', input: { status: "malformed" } });
    expect(errorOf(trigger.input)).toMatch(/the text ends inside a string.*line 1, column 13/);
  });
});

describe("schemas", () => {
  test("edge 11: {type: 12} does not compile → let through as valid, the verdict is unchecked and says why (D7)", () => {
    const { wire, verdict, proposed } = execution('{"a":1}', { type: 12 });
    expect(wire).toEqual({ status: "valid", value: { a: 1 } });
    expect(proposed).toEqual({});
    expect(verdict).toMatchObject({
      status: "unchecked",
      reason: expect.stringContaining("schema unusable"),
    });
  });

  const TUPLE = { properties: { t: { items: [{ type: "string" }, { type: "number" }] } } };

  test("edge 12: an old-style tuple without $schema → unusable, let through as valid", () => {
    const { wire, verdict } = execution('{"t":[1,2]}', TUPLE);
    expect(wire.status).toBe("valid");
    expect(verdict.status).toBe("unchecked");
  });

  test("edge 13: the same with draft-07's $schema → checked", () => {
    const schema = { $schema: "http://json-schema.org/draft-07/schema#", ...TUPLE };
    expect(execution('{"t":[1,2]}', schema).wire.status).toBe("invalid");
    expect(execution('{"t":["a",2]}', schema).wire.status).toBe("valid");
  });

  const MAIL = { properties: { to: { type: "string", format: "email" } } };

  test("edge 14: format email without $schema → a bad address is valid (D9)", () => {
    expect(execution('{"to":"nobody"}', MAIL).wire.status).toBe("valid");
  });

  test("edge 15: format email under draft-07 → a bad address is invalid", () => {
    const schema = { $schema: "http://json-schema.org/draft-07/schema#", ...MAIL };
    expect(execution('{"to":"nobody"}', schema).wire.status).toBe("invalid");
  });

  test("D8: a check that was cut off → invalid on the wire, the verdict is aborted, an error is proposed", () => {
    const verdict: Verdict = {
      status: "aborted",
      reason: "time",
      error: "could not be checked: it took longer than 2 s",
      findings: [],
      more: 0,
      notes: [],
    };
    const session = new TestSession({ tools: [{ name: "f", input: CITY }], check: () => verdict });
    session.message();
    session.run({ model: [calls(["f", '{"city":"Oslo"}'])], worker: holding("tool.execute"), until: 0 });
    const { trigger, proposed } = session.out("tool.execute");
    expect(trigger.input).toEqual({
      status: "invalid",
      value: { city: "Oslo" },
      error: "could not be checked: it took longer than 2 s",
    });
    expect(session.fact("input.classified").verdict.status).toBe("aborted");
    expect(proposed.actions).toEqual([
      expect.objectContaining({
        error: "invalid tool arguments: could not be checked: it took longer than 2 s",
      }),
    ]);
  });

  test("a verdict is recorded without the value, which the raw text gives", () => {
    const { session } = execution('{"city":5}', CITY);
    expect(session.fact("input.classified").verdict).not.toHaveProperty("value");
  });
});

describe("what is proposed", () => {
  test("edge 26: invalid, the worker ignores the proposal and returns a result → completed", () => {
    const session = new TestSession({ tools: [{ name: "f", input: CITY }] });
    session.message();
    session.run({
      model: [calls(["f", "{}"]), says("ok")],
      worker: ({ trigger, proposed }) =>
        trigger.type === "tool.execute" ? { actions: [result("ran anyway")] } : proposed,
    });
    expect(session.fact("tool.call.completed").result).toBe("ran anyway");
    expect(session.toolMessages()).toEqual(["ran anyway"]);
    expect(session.facts("decision.completed").map((fact) => fact.taken)).toContain(false);
  });

  test("edge 27: invalid, the worker returns the proposal → terminal error, the model reads it", () => {
    const session = new TestSession({
      tools: [{ name: "f", input: CITY, retry: { max_attempts: 5 } }],
    });
    session.message();
    session.run({ model: [calls(["f", '{"city":5}', "c"]), says("sorry")] });
    const { verdict } = session.fact("input.classified");
    const error = `invalid tool arguments: ${verdict.status === "invalid" && verdict.error}`;
    expect(session.fact("tool.call.errored")).toMatchObject({
      tool_call_id: "c",
      error,
      retryable: false,
      terminal: true,
    });
    expect(session.toolMessages()).toEqual([error]);
  });

  test("the ready-made error: the call's id, not retryable, no attempt, and messages that write nothing (4.3)", () => {
    const { session, proposed } = execution("{", CITY);
    expect(proposed.actions).toEqual([
      {
        type: "tool.error",
        id: "c",
        error: expect.stringMatching(/^invalid tool arguments: /),
        retryable: false,
      },
    ]);
    expect(proposed.messages).toEqual(session.out("tool.execute").messages);
  });

  test("edge 28: an unknown name with valid JSON → input valid, and the unknown tool proposed (D15)", () => {
    const session = new TestSession({ tools: [{ name: "f", input: CITY }] });
    session.message();
    session.run({ model: [calls(["g", '{"a":1}'])], worker: holding("tool.execute"), until: 0 });
    const { trigger, proposed } = session.out("tool.execute");
    expect(trigger.input).toEqual({ status: "valid", value: { a: 1 } });
    expect(proposed.actions).toEqual([
      expect.objectContaining({ type: "tool.error", error: "unknown tool: g" }),
    ]);
    expect(session.fact("input.classified").declared).toBe("no");
  });

  test("edge 29: an unknown name and broken JSON → the unknown tool is what is proposed", () => {
    const session = new TestSession({ tools: [{ name: "f" }] });
    session.message();
    session.run({ model: [calls(["g", "{"])], worker: holding("tool.execute"), until: 0 });
    const { trigger, proposed } = session.out("tool.execute");
    expect(trigger.input.status).toBe("malformed");
    expect(proposed.actions).toEqual([expect.objectContaining({ error: "unknown tool: g" })]);
  });

  test("an unknown tool whose proposal is taken → the model reads it, nothing is run", () => {
    const session = new TestSession({ tools: [{ name: "f" }] });
    session.message();
    session.run({ model: [calls(["g", "{}"]), says("ok")] });
    expect(session.toolMessages()).toEqual(["unknown tool: g"]);
  });
});

describe("lineage (D30)", () => {
  test("edge 30: the request had no tool list → no unknown tool; only texts that are no object are refused", () => {
    const run = (raw: string) => {
      const session = new TestSession();
      session.answer(session.out("session.start").decision_id, { agent: { model: "m" } });
      session.message();
      session.run({ model: [calls(["x", raw])], worker: holding("tool.execute"), until: 0 });
      return session;
    };
    const clean = run('{"a":1}');
    expect(clean.out("tool.execute").proposed).toEqual({});
    expect(clean.fact("input.classified")).toMatchObject({
      declared: "unknown",
      verdict: { status: "unchecked", reason: expect.stringContaining("no lineage") },
    });
    expect(run("[]").out("tool.execute").proposed.actions).toHaveLength(1);
  });

  test("edge 31: a worker's own tool.call that violates the declared schema → valid, no proposal, unchecked: no lineage", () => {
    const session = new TestSession({ tools: [{ name: "f", input: CITY }] });
    session.message();
    const { decision_id } = session.out("session.start");
    session.answer(decision_id, {});
    session.answer(session.out("client.messages").decision_id, {
      actions: [{ type: "tool.call", name: "f", arguments: { city: 5 } }],
    });
    const { trigger, proposed } = session.out("tool.execute");
    expect(trigger.input).toEqual({ status: "valid", value: { city: 5 } });
    expect(proposed).toEqual({});
    expect(session.fact("input.classified").verdict).toMatchObject({
      status: "unchecked",
      reason: expect.stringContaining("no lineage"),
    });
  });

  test("edge 32: the assistant message re-recorded under its own id → checks skipped, and tool.finished proposes nothing", () => {
    const session = new TestSession({ tools: [{ name: "f", input: CITY, output: { type: "number" } }] });
    session.message();
    session.run({
      model: [calls(["f", "{}"])],
      worker: ({ trigger, proposed, messages }) => {
        if (trigger.type === "tool.execute") return { actions: [result("text")] };
        if (trigger.type !== "llm.finished" || !trigger.message) return proposed;
        const own = { ...trigger.message, id: "mine" };
        return { messages: [...messages, own], actions: proposed.actions };
      },
    });
    expect(session.fact("input.classified").verdict.status).toBe("unchecked");
    expect(session.fact("tool.call.completed").result).toBe("text");
    const finished = session.facts("decision.dispatched").at(-1);
    expect(finished?.proposed).toEqual({});
  });

  test("edge 33: the config's schema changed between request and execution → the old schema applies", () => {
    const session = new TestSession({ tools: [{ name: "f", input: CITY }] });
    session.message();
    session.run({
      model: [calls(["f", "{}"])],
      worker: ({ trigger, proposed }) => {
        if (trigger.type === "tool.execute") return NEVER;
        if (trigger.type !== "llm.finished") return proposed;
        return { ...proposed, agent: { model: "test", tools: [{ name: "f", input: {} }] } };
      },
      until: 0,
    });
    expect(session.out("tool.execute").trigger.input.status).toBe("invalid");
  });

  test("the worker asks with a tool list of its own → that list counts, in this call and when it is asked again", () => {
    const session = new TestSession({ tools: [{ name: "f" }, { name: "g" }] });
    session.message();
    session.run({
      model: [calls(["f", "{}", "a"], ["g", "{}", "b"]), calls(["f", "{}", "c"], ["g", "{}", "d"])],
      worker: ({ trigger, proposed }) => {
        if (trigger.type === "tool.execute") {
          return trigger.id < "c" ? { actions: [result("ran")] } : NEVER;
        }
        if (trigger.type !== "client.messages") return proposed;
        return { ...proposed, actions: [{ type: "llm.call", tools: [{ name: "f", input: CITY }] }] };
      },
      until: 0,
    });
    const seen = session.facts("input.classified").map((fact) => [fact.verdict.status, fact.declared]);
    expect(seen).toEqual([
      ["invalid", "yes"],
      ["valid", "no"],
      ["invalid", "yes"],
      ["valid", "no"],
    ]);
  });

  test("the next turn asks with the changed config → the new schema applies", () => {
    const session = new TestSession({ tools: [{ name: "f", input: CITY }] });
    session.message();
    session.run({
      model: [says("hi")],
      worker: ({ trigger, proposed }) =>
        trigger.type === "llm.finished"
          ? { ...proposed, agent: { model: "test", tools: [{ name: "f", input: {} }] } }
          : proposed,
    });
    session.message();
    session.run({
      model: ({ index }) => ({ give: index === 1 ? calls(["f", "{}"]) : says("") }),
      worker: holding("tool.execute"),
      until: 0,
    });
    expect(session.out("tool.execute").trigger.input.status).toBe("valid");
  });
});

describe("arguments of tool.call", () => {
  test.each([
    [{ a: 1 }, '{"a":1}', "valid"],
    ['{"a": 1 }', '{"a": 1 }', "valid"],
    [null, "", "valid"],
    [5, "5", "malformed"],
    [[1], "[1]", "malformed"],
    [{ z: 1, a: { y: [], b: "" } }, '{"z":1,"a":{"y":[],"b":""}}', "valid"],
  ])("edge 34: arguments %j → raw %j, %s", (given, raw, status) => {
    const session = new TestSession();
    session.message();
    session.answer(session.out("session.start").decision_id, {});
    session.answer(session.out("client.messages").decision_id, {
      actions: [{ type: "tool.call", name: "f", arguments: given }],
    });
    expect(session.out("tool.execute").trigger).toMatchObject({ arguments: raw, input: { status } });
  });

  test("edge 35, D14: a client's call with invalid arguments → classified and recorded, no decision, it waits", () => {
    const session = new TestSession({ tools: [{ name: "pick", input: CITY, handler: "client" }] });
    session.message();
    session.run({ model: [calls(["pick", '{"city":5}', "c"])] });
    expect(session.fact("tool.call.requested")).toMatchObject({ handler: "client", arguments: '{"city":5}' });
    expect(session.fact("input.classified").verdict.status).toBe("invalid");
    expect(session.facts("decision.queued").map((fact) => fact.trigger.type)).not.toContain("tool.execute");
    expect(session.state.tools.get("c")?.progress.status).toBe("pending");
    expect(session.live()).toEqual([]);
  });
});

test("two calls in one answer → each with the verdict on its own arguments", () => {
  const session = new TestSession({ tools: [{ name: "f", input: CITY }] });
  session.message();
  session.run({
    model: [calls(["f", "{}", "a"], ["f", '{"city":"Oslo"}', "b"]), says("ok")],
    worker: tools(() => result("fog")),
  });
  const verdicts = session.facts("input.classified").map((fact) => [fact.tool_call_id, fact.verdict.status]);
  expect(verdicts).toEqual([
    ["a", "invalid"],
    ["b", "valid"],
  ]);
});
