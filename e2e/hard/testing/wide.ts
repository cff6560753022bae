/** Ten thousand recorded calls of a tool with forty members, no two alike; every tenth breaks a rule. */
import { setTimeout as sleep } from "node:timers/promises";
import { get, post, startSession } from "./api";

const SESSIONS = 20;
const ANSWERS = 25;
/** The calls of each answer. */
const CALLS = 20;
export const WIDE_CALLS = SESSIONS * ANSWERS * CALLS;
/** They are recorded with a schema that allows numbers up to this. */
export const WIDE_LIMIT = 100_000;

function rules(i: number, limit: number): object {
  const kinds = [
    { type: "string", minLength: 1, maxLength: 50 },
    { type: "integer", minimum: 0, maximum: limit },
    { enum: ["red", "green", "blue"] },
    { type: "array", items: { type: "string" }, maxItems: 5 },
  ];
  return kinds[i % 4] ?? {};
}

const names = Array.from({ length: 40 }, (_, i) => `member_${i}`);

/** The indexes of the members; the last one is that of an integer. */
const ORDER = [...names.keys()].filter((i) => i !== 1).concat(1);

/** With this schema the calls above `limit` are invalid. Its text ends with that number and three braces. */
export const wideSchema = (limit: number): string =>
  JSON.stringify({
    type: "object",
    required: names,
    additionalProperties: false,
    properties: Object.fromEntries(ORDER.map((i) => [`member_${i}`, rules(i, limit)])),
  });

/** The number of calls, out of this many, that become invalid by it. */
export const turnedBy = (limit: number, calls = WIDE_CALLS): number =>
  Array.from({ length: calls }, (_, n) => n).filter((n) => n > limit && n % 10 > 0).length;

function argumentsOf(n: number): string {
  const kinds = [`text ${n}`, n, ["red", "green", "blue"][n % 3], [`a${n}`, "b"]];
  return JSON.stringify(
    Object.fromEntries(
      names.map((name, i) => [name, n % 10 === 0 && i === 1 ? "many" : (kinds[i % 4] ?? 0)]),
    ),
  );
}

function workspaceOf(session: number, answers: number): object {
  const answer = (at: number) => ({
    calls: Array.from({ length: CALLS }, (_, i) => {
      const n = (session * ANSWERS + at) * CALLS + i;
      return { id: `c${n}`, name: "wide", arguments: argumentsOf(n) };
    }),
  });
  return {
    callscope: 1,
    name: "Wide calls",
    agent: {
      model: "scripted",
      tools: [
        {
          name: "wide",
          inputText: wideSchema(WIDE_LIMIT),
          runner: { kind: "responses", rules: [{ then: { result: "ok" } }] },
        },
      ],
    },
    model: { kind: "scripted" },
    script: [...Array.from({ length: answers }, (_, at) => answer(at)), { text: "done" }],
    worker: { kind: "tools" },
    limits: { modelCallsPerTurn: ANSWERS + 1 },
  };
}

/**
 * Runs all of them; with `sessions` and `answers` only the first ones. Returns the workspace and the session that ran
 * last.
 */
export async function recordWide(
  base: string,
  { sessions = SESSIONS, answers = ANSWERS } = {},
): Promise<{ workspace: string; session: string }> {
  const stored = await post(`${base}/api/workspaces`, workspaceOf(0, 1));
  const workspace_id = String(stored.body.id);
  let session = "";
  for (let at = 0; at < sessions; at++) {
    const workspace = workspaceOf(at, answers);
    session = await startSession(base, { workspace, workspace_id, message: "go" });
    while ((await get<{ running: boolean }>(`${base}/api/sessions/${session}`)).running) await sleep(20);
  }
  return { workspace: workspace_id, session };
}
