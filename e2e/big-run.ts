/** Runs of any size, made by the API before the page is there. */
import type { APIRequestContext } from "@playwright/test";
import { expect } from "./fixtures";

interface Size {
  turns: number;
  /** Model answers with calls in each turn; one more ends it. */
  answers: number;
  /** Calls of each answer. */
  calls: number;
}

const SCHEMA = '{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}';
const TOOLS = ["forecast", "search", "book"];
/** One in this many calls has arguments that the schema forbids. */
const WRONG_EVERY = 29;

/** The number of rows that such a run has in the timeline. */
export const rowsIn = ({ turns, answers, calls }: Size): number => turns * (1 + answers * (1 + calls) + 1);

function scriptOf({ turns, answers, calls }: Size): object[] {
  let n = 0;
  const callOf = (_: unknown, place: number) => {
    n += 1;
    const city = n % WRONG_EVERY === 0 ? n : `Oslo ${n}`;
    return { id: `c${n}`, name: TOOLS[place % TOOLS.length], arguments: JSON.stringify({ city }) };
  };
  const turn = () => [
    ...Array.from({ length: answers }, () => ({ calls: Array.from({ length: calls }, callOf) })),
    { text: "done" },
  ];
  return Array.from({ length: turns }, turn).flat();
}

const workspaceOf = (size: Size) => ({
  callscope: 1,
  name: `A run of ${rowsIn(size)} rows`,
  message: "go",
  agent: {
    model: "scripted",
    tools: TOOLS.map((name) => ({
      name,
      inputText: SCHEMA,
      runner: { kind: "responses", rules: [{ then: { result: "a result in some words" } }] },
    })),
  },
  model: { kind: "scripted" },
  script: scriptOf(size),
  worker: { kind: "tools" },
  limits: { modelCallsPerTurn: 100_000 },
});

/** Runs it to its end and returns its id. */
export async function runOf(request: APIRequestContext, size: Size): Promise<string> {
  const started = await request.post("/api/sessions", {
    data: { workspace: workspaceOf(size), message: "go 1" },
  });
  const { id } = await started.json();
  const settled = () =>
    expect
      .poll(async () => (await (await request.get(`/api/sessions/${id}`)).json()).running, {
        intervals: [20],
        timeout: 180_000,
      })
      .toBe(false);
  await settled();
  for (let turn = 2; turn <= size.turns; turn++) {
    await request.post(`/api/sessions/${id}/commands`, { data: { type: "message", text: `go ${turn}` } });
    await settled();
  }
  return id;
}
