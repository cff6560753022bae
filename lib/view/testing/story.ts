/** One session by hand that has a bit of everything the inspector shows. */

import type { Fact, FactBody } from "@/lib/engine/log/facts";
import { evolve } from "@/lib/engine/state/evolve";
import { initialState, type State } from "@/lib/engine/state/state";
import type { Place } from "@/lib/json/lines";
import type { CallRecord, DecisionRecord, ModelRecord, Timeline } from "@/lib/view/timeline/records";
import { addFacts, createTimeline } from "@/lib/view/timeline/timeline";
import type {} from "../../protocol/verdict";
import {
  answers,
  asks,
  assistant,
  call,
  completed,
  created,
  dispatched,
  fails,
  finding,
  invalid,
  log,
  policy,
  queued,
  requests,
  requestsAgain,
  runs,
  START,
  said,
  toolMessage,
  turn,
} from "./log";

export const SCHEMA_TEXT = `{
  "type": "object",
  "properties": {
    "city": { "type": "string" },
    "days": { "type": "integer" }
  },
  "required": ["city"],
  "additionalProperties": false
}`;
export const RAW = '{"city": "Oslo", "days": "3", "unit": "c"}';

const place = (text: string, part: string): Place => {
  const offset = text.indexOf(part);
  const before = text.slice(0, offset).split("\n");
  return { offset, length: part.length, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};

export const VERDICT = invalid(
  finding("/days", 'days must be an integer, got the string "3"', {
    at: place(RAW, '"3"'),
    schemaAt: place(SCHEMA_TEXT, '"type": "integer"'),
  }),
  finding("", "unit is not a known member", {
    keyword: "additionalProperties",
    schemaPath: "#/additionalProperties",
    params: { additionalProperty: "unit" },
    at: place(RAW, '"unit"'),
    schemaAt: place(SCHEMA_TEXT, '"additionalProperties": false'),
  }),
);

const ERROR = 'invalid tool arguments: /days: days must be an integer, got the string "3"';
const FORECAST = { name: "forecast", inputText: SCHEMA_TEXT, input: JSON.parse(SCHEMA_TEXT) };
const BOOK = { name: "book", output: { type: "object", properties: { table: { type: "integer" } } } };
const asked = [call("c1", "forecast", RAW), call("c2", "book", "{}"), call("c3", "ask_user", "{}")];

const outputVerdict = {
  ...invalid(finding("/table", 'table must be an integer, got the string "four"')),
  readAs: "json" as const,
};

const takenWith = (error: string) => ({
  messages: { upto: "m1", add: [] },
  actions: [{ type: "tool.error" as const, id: "c1", error }],
});

/** c1: invalid, proposal taken. c2: fails once, then a result that breaks its output schema. c3: a person, open. */
export const STORY: Fact[] = log(
  [
    0,
    created([FORECAST, BOOK, { name: "ask_user" }], ["ask_user"]),
    turn("t1"),
    queued("d0", { type: "client.messages", messages: [{ id: "u1", role: "user", content: "Rain?" }] }),
  ],
  [1, dispatched("d0", { actions: [{ type: "llm.call", id: "m1", prompt: [] }] })],
  [
    4,
    completed("d0"),
    said("u1", "Rain?"),
    asks("m1", 0, {
      prompt: [{ message: { role: "system", content: "Be brief." } }, { path: { to: "u1" } }],
      tools: { agent: 0 },
      temperature: 0.2,
    }),
  ],
  [600, answers("m1", ...asked), queued("d1", { type: "llm.finished", id: "m1" })],
  [
    605,
    { ...assistant("m1", ...asked), parent_id: "u1" } as FactBody,
    requests("c1", "forecast", { raw: RAW, verdict: VERDICT }),
    requests("c2", "book", {
      policy: policy({
        max_attempts: 2,
        attempt_timeout_secs: 0.5,
        backoff_base_secs: 2,
        backoff_max_secs: 60,
      }),
    }),
    requests("c3", "ask_user"),
    runs("c1", 0, { proposed: takenWith(ERROR) }),
    runs("c2", 0, { deadline_at: START + 1_105 }),
    runs("c3"),
  ],
  [
    610,
    { type: "worker.logged", decision_id: "x-c1-0", entries: [{ level: "warn", text: "bad days" }] },
    completed("x-c1-0"),
    fails("c1", "forecast", { error: ERROR }),
    completed("x-c3-0", {}),
  ],
  [611, queued("f1", { type: "tool.finished", id: "c1" }), dispatched("f1")],
  [612, completed("f1"), toolMessage("t-c1", "c1", ERROR)],
  [
    1_105,
    fails("c2", "book", {
      error: "deadline exceeded",
      retryable: true,
      due: 3_105,
      cause: "attempt timeout",
    }),
    { type: "decision.dropped", decision_id: "x-c2-0", reason: "its attempt is over" },
  ],
  [3_105, requestsAgain("c2", "book", 1), runs("c2", 1)],
  [
    3_200,
    completed("x-c2-1", { actions: [{ type: "tool.result", result: { table: "four" } }] }),
    {
      type: "output.rejected",
      tool_call_id: "c2",
      attempt: 1,
      result: '{"table":"four"}',
      verdict: outputVerdict,
    },
    fails("c2", "book", {
      error: "tool output violated its declared schema: /table: table must be an integer",
      attempt: 1,
    }),
  ],
);

export interface Told {
  timeline: Timeline;
  state: State;
  call(id: string): CallRecord;
  model(id: string): ModelRecord;
  decision(id: string): DecisionRecord;
}

export function told(facts: readonly Fact[] = STORY): Told {
  const timeline = createTimeline();
  addFacts(timeline, facts);
  const state = facts.reduce(evolve, initialState());
  const find = (id: string) => {
    const record = timeline.records.get(id);
    if (!record) throw new Error(`No record ${id}`);
    return record;
  };
  return {
    timeline,
    state,
    call: (id) => find(`call:${id}`) as CallRecord,
    model: (id) => find(`model:${id}`) as ModelRecord,
    decision: (id) => find(`decision:${id}`) as DecisionRecord,
  };
}
