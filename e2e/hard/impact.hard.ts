/** Ten thousand recorded calls are checked again by a schema of forty members before a person has looked up. */
import { expect, it } from "vitest";
import { withDataFolder } from "../server";
import { get, post, startSession } from "./testing/api";
import { startOne } from "./testing/apps";

const SESSIONS = 20;
const ANSWERS = 25;
const CALLS = 20;
/** The page waits 50 ms after a key, which leaves this much of 300. */
const MAX_MS = 250;

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
const schemaOf = (limit: number) =>
  JSON.stringify({
    type: "object",
    properties: Object.fromEntries(names.map((name, i) => [name, rules(i, limit)])),
    required: names,
    additionalProperties: false,
  });

/** No two calls are alike; every tenth breaks a rule. */
function argumentsOf(n: number): string {
  const kinds = [`text ${n}`, n, ["red", "green", "blue"][n % 3], [`a${n}`, "b"]];
  return JSON.stringify(
    Object.fromEntries(
      names.map((name, i) => [name, n % 10 === 0 && i === 1 ? "many" : (kinds[i % 4] ?? 0)]),
    ),
  );
}

function workspaceOf(session: number): object {
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
          inputText: schemaOf(100_000),
          runner: { kind: "responses", rules: [{ then: { result: "ok" } }] },
        },
      ],
    },
    model: { kind: "scripted" },
    script: [...Array.from({ length: ANSWERS }, (_, at) => answer(at)), { text: "done" }],
    worker: { kind: "tools" },
    limits: { modelCallsPerTurn: ANSWERS + 1 },
  };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

it("10,000 calls, 40 members", { timeout: 300_000, retry: 2 }, async () => {
  await withDataFolder(async (folder) => {
    const app = await startOne({ CALLSCOPE_DATA: folder });
    try {
      const stored = await post(`${app.url}/api/workspaces`, workspaceOf(0));
      const workspace_id = String(stored.body.id);
      for (let session = 0; session < SESSIONS; session++) {
        const id = await startSession(app.url, {
          workspace: workspaceOf(session),
          workspace_id,
          message: "go",
        });
        await expect
          .poll(async () => (await get<{ running: boolean }>(`${app.url}/api/sessions/${id}`)).running, {
            timeout: 60_000,
          })
          .toBe(false);
      }
      const ask = async (limit: number) => {
        const from = performance.now();
        const { body } = await post(`${app.url}/api/impact`, {
          workspace_id,
          tool: "wide",
          direction: "input",
          schema: schemaOf(limit),
        });
        return { ms: performance.now() - from, body };
      };
      const first = await ask(100_000);
      expect(first.body).toMatchObject({
        texts: 10_000,
        flipped: 0,
        before: { valid: 9_000, invalid: 1_000 },
      });
      const times: number[] = [];
      // Each asks of a schema that was not compiled before.
      for (let limit = 5_000; limit < 5_009; limit++) {
        const { ms, body } = await ask(limit);
        times.push(ms);
        const above = Array.from({ length: 10_000 }, (_, n) => n).filter((n) => n > limit && n % 10 > 0);
        expect(body).toMatchObject({ texts: 10_000, flipped: above.length });
      }
      process.stdout.write(
        `impact of 10,000 calls: first ${first.ms.toFixed(0)} ms, then ${times.map((ms) => ms.toFixed(0)).join(", ")} ms\n`,
      );
      expect(median(times)).toBeLessThan(MAX_MS);
    } finally {
      await app.stop();
    }
  });
});
