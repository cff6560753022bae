/** Logs of one tool call `c1` in one of its states, for tests of what is shown of it. */
import type { Fact, FactBody } from "@/lib/engine/log/facts";
import type { Verdict } from "@/lib/protocol/verdict";
import { answers, asks, assistant, call, created, log, requests, said, turn } from "@/lib/view/testing/log";
import { RAW, SCHEMA_TEXT } from "@/lib/view/testing/story";

const FORECAST = { name: "forecast", inputText: SCHEMA_TEXT, input: JSON.parse(SCHEMA_TEXT) };

type Happened = readonly [ms: number, ...facts: (FactBody | FactBody[])[]];

interface Call {
  raw?: string;
  verdict?: Verdict;
  /** The tool as the request offered it; null: it offered none. */
  tool?: { name: string } | null;
  /** Further parts of the request, as `requests` takes them. */
  asked?: Parameters<typeof requests>[2];
}

/** A turn whose model asked for `c1` at 605 ms, and what happened to it then. */
export function oneCall(
  { raw = RAW, verdict, tool = FORECAST, asked }: Call = {},
  ...happened: Happened[]
): Fact[] {
  const name = tool?.name ?? "forecast";
  const made = call("c1", name, raw);
  return log(
    [0, created(tool ? [tool] : []), turn("t1", "Rain?"), said("u1", "Rain?")],
    [4, asks("m1", 0, { prompt: [{ path: { to: "u1" } }], tools: tool ? { agent: 0 } : undefined })],
    [600, answers("m1", made)],
    [
      605,
      { ...assistant("m1", made), parent_id: "u1" } as FactBody,
      requests("c1", name, { raw, ...(verdict && { verdict }), ...asked }),
    ],
    ...happened,
  );
}
