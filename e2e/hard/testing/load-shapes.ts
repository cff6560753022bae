/** Sessions to load the app with: scripted, deterministic, with known counts. */
import type { ScriptedAnswer, Workspace, WorkspaceTool } from "../../../lib/protocol/workspace";

const place = {
  type: "object",
  required: ["city"],
  properties: { city: { type: "string", minLength: 2 }, days: { type: "integer", minimum: 1 } },
  additionalProperties: false,
};
const report = {
  type: "object",
  required: ["celsius"],
  properties: { celsius: { type: "number" } },
};

const tools: WorkspaceTool[] = [
  { name: "note", runner: { kind: "responses", rules: [{ then: { result: "noted" } }] } },
  {
    name: "weather",
    input: place,
    output: report,
    runner: { kind: "responses", rules: [{ then: { result: { celsius: 21 } } }] },
  },
  {
    name: "broken",
    input: place,
    output: report,
    runner: { kind: "responses", rules: [{ then: { result: { celsius: "warm" } } }] },
  },
  {
    name: "flaky",
    retry: { max_attempts: 3, backoff_base_secs: 0.05, backoff_max_secs: 0.05 },
    runner: {
      kind: "responses",
      rules: [
        { when: { attempt: 0 }, then: { error: { message: "busy", retryable: true } } },
        { then: { result: "at last" } },
      ],
    },
  },
];

type Call = NonNullable<ScriptedAnswer["calls"]>[number];

/**
 * Ten calls: four plain, three with both schemas, one with invalid arguments, one with a rejected result, one
 * retried.
 */
const TEN: Call[] = [
  { name: "note", arguments: { text: "one" } },
  { name: "weather", arguments: { city: "Bern", days: 3 } },
  { name: "note", arguments: "" },
  { name: "weather", arguments: { town: "Bern", days: 0 } },
  { name: "flaky", arguments: {} },
  { name: "weather", arguments: { city: "Ulm" } },
  { name: "note", arguments: { text: "two" } },
  { name: "broken", arguments: { city: "Chur" } },
  { name: "note", arguments: { text: "three" } },
  { name: "weather", arguments: { city: "Köln", days: 1 } },
];

/** How ten calls of `mixed` end. */
export const TEN_ENDS = { calls: 10, invalid: 1, completed: 8, failed: 2, rejected: 1, retried: 1 };

function scripted(name: string, script: ScriptedAnswer[], more: Partial<Workspace> = {}): Workspace {
  return {
    callscope: 1,
    name,
    agent: { model: "scripted", stream: false, tools },
    model: { kind: "scripted" },
    script,
    worker: { kind: "tools" },
    limits: { modelCallsPerTurn: 100_000 },
    ...more,
  };
}

/** `tens` times ten calls of all kinds in one turn, two a model answer. */
export function mixed(tens: number): Workspace {
  const answers = Array.from({ length: tens }, () =>
    [0, 2, 4, 6, 8].map((at) => ({ calls: TEN.slice(at, at + 2) })),
  ).flat();
  return scripted("mixed", [...answers, { text: "done" }]);
}

/** Turns of `calls` plain calls each, one for each model answer; each turn needs a message. */
export function plainTurns(turns: number, calls: number): Workspace {
  const call = { calls: [{ name: "note", arguments: { text: "one" } }] };
  const turn: ScriptedAnswer[] = [...Array.from({ length: calls }, () => call), { text: "done" }];
  return scripted("plain turns", Array.from({ length: turns }, () => turn).flat());
}

/** Model answers of `size` calls each, in one turn. */
export function batches(count: number, size: number): Workspace {
  const calls = Array.from({ length: size }, () => ({ name: "weather", arguments: { city: "Bern" } }));
  return scripted("batches", [...Array.from({ length: count }, () => ({ calls })), { text: "done" }]);
}

/** One call for each model answer; each takes `delayMs` and returns `size` characters. */
export function steady(calls: number, delayMs: number, size = 10): Workspace {
  const result = "x".repeat(size);
  const tool: WorkspaceTool = {
    name: "slow",
    runner: { kind: "responses", rules: [{ then: { result, delayMs } }] },
  };
  const call = { calls: [{ name: "slow", arguments: {} }] };
  const script = [...Array.from({ length: calls }, () => call), { text: "done" }];
  return scripted("steady", script, { agent: { model: "scripted", stream: false, tools: [tool] } });
}
