import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Fact } from "@/lib/engine/log/facts";
import { evolve } from "@/lib/engine/state/evolve";
import { initialState } from "@/lib/engine/state/state";
import { faultRuleSchema } from "../lib/protocol/fault";
import { type Workspace, workspaceSchema } from "../lib/protocol/workspace";
import { NO_SECRETS, TestServer } from "../lib/server/testing/server";
import { failureAt } from "../lib/tools/http-worker";
import type { Worker } from "../lib/tools/port";

const FOLDER = "public/samples";
const read = (file: string): unknown => JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8"));
const index = read("index.json") as { items: { file: string; name: string; about: string }[] };
const sample = (file: string): Workspace => workspaceSchema.parse(read(file));

describe("the samples", () => {
  test("are listed in order, the weather tool first, and no other file lies there", () => {
    const files = index.items.map((item) => item.file);
    expect(files[0]).toBe("weather.json");
    expect([...files, "index.json"].sort()).toEqual(readdirSync(FOLDER).sort());
  });

  test.each(index.items)("$file is a workspace as it stands, with what to look at and a message", (item) => {
    const file = read(item.file);
    expect(workspaceSchema.parse(file)).toEqual(file);
    expect(file).toMatchObject({ name: item.name, about: item.about, message: expect.stringMatching(/./) });
  });
});

/** The worker script in this process: whether the sandbox runs scripts is tested in its own suite. */
function scriptWorker(source: string): Worker {
  const make = new Function("console", `${source}; return decide;`);
  return {
    failure: failureAt(),
    decide: async (decision, { onLog }) => {
      const decide = make({ warn: (text: string) => onLog({ level: "warn", text }) });
      const answer = decide(JSON.parse(decision.json()));
      return { kind: "answered", response: JSON.parse(JSON.stringify(answer)) };
    },
  };
}

/** The facts that a person looks at, in a few words each, with the time in milliseconds from the start. */
function story(log: Fact[]): string[] {
  const names = new Map(
    log.flatMap((f) => (f.type === "tool.call.requested" ? [[f.tool_call_id, f.name]] : [])),
  );
  const start = log[0]?.at ?? 0;
  return log.flatMap((fact) => {
    const text = wordsFor(fact, (id) => names.get(id) ?? id);
    return text === null ? [] : [`${fact.at - start} ${text}`];
  });
}

function wordsFor(fact: Fact, name: (id: string) => string): string | null {
  switch (fact.type) {
    case "input.classified":
      return `${name(fact.tool_call_id)} is ${fact.verdict.status}`;
    case "tool.call.completed":
      return `${fact.name} completed: ${fact.result}`;
    case "tool.call.errored":
      return `${fact.name} ${fact.terminal ? "failed" : "will be retried"} (${fact.cause}): ${fact.error}`;
    case "output.rejected":
      return `rejected: ${fact.result}`;
    case "settle.refused":
      return `too late: ${fact.text}`;
    case "llm.call.errored":
      return `the model ${fact.terminal ? "failed" : "will be asked again"}: ${fact.error}`;
    case "session.interrupted":
      return `interrupted: ${fact.reason}`;
    case "worker.logged":
      return `console: ${fact.entries.map((entry) => entry.text).join()}`;
    case "turn.completed":
      return fact.outcome;
    default:
      return null;
  }
}

describe("a run of", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await TestServer.open();
  });
  afterEach(() => server.close());

  /** Plays the sample's message in simulated time until nothing is due any more. */
  async function play(
    file: string,
    change: (workspace: Workspace) => Workspace = (workspace) => workspace,
  ): Promise<{ id: string; log: Fact[] }> {
    const workspace = change(sample(file));
    const { worker } = workspace;
    if (worker.kind === "script")
      server.wrap = ({ model }) => ({ model, worker: scriptWorker(worker.source) });
    const { message } = workspace;
    const id = await server.sessions.start({ workspace, message, secrets: NO_SECRETS });
    await server.clock.run();
    return { id, log: await server.log(id) };
  }

  test("the weather tool: one forecast, one error of the tool itself", async () => {
    const { log } = await play("weather.json");
    expect(story(log)).toEqual([
      "500 get_weather is valid",
      "850 get_weather completed: It's foggy in San Francisco.",
      "1250 get_weather is valid",
      "1500 get_weather failed (worker): No forecast for Lisbon.",
      "1950 done",
    ]);
  });

  test("the gallery: each kind of fault once, and the cut at the end", async () => {
    const { log } = await play("gallery.json");
    const told = story(log).map((line) => line.replace(/invalid tool arguments: .*/, "…"));
    expect(told).toEqual([
      "450 book_flight is invalid",
      "450 book_flight failed (worker): …",
      "750 book_flight is malformed",
      "750 book_flight failed (worker): …",
      "1050 book_flight is valid",
      '1450 book_flight completed: {"booking":"K7QX2M","price_usd":1840}',
      "1800 get_exchange_rate is valid",
      "1800 get_exchange_rate failed (worker): unknown tool: get_exchange_rate",
      "2100 convert_currency is unchecked",
      '2300 convert_currency completed: {"amount":1564,"currency":"EUR"}',
      "2800 interrupted: llm call truncated",
    ]);
  });

  test("the retries: backoff, a late result, the total time, and the model asked again", async () => {
    const { log } = await play("retries.json");
    expect(story(log)).toEqual([
      "200 the model will be asked again: 529: the provider is overloaded.",
      "1050 fetch_invoices is valid",
      "1050 search_archive is valid",
      "1050 export_ledger is valid",
      "1200 fetch_invoices will be retried (worker): 503: the invoice service is busy.",
      "1300 export_ledger will be retried (worker): The ledger is locked by another export.",
      "1550 search_archive will be retried (attempt timeout): deadline exceeded",
      "1750 fetch_invoices will be retried (worker): 503: the invoice service is busy.",
      "1850 export_ledger will be retried (worker): The ledger is locked by another export.",
      "2050 too late: 96 receipts (from the slow replica)",
      "2200 search_archive completed: 97 receipts",
      "2250 export_ledger failed (total timeout): deadline exceeded",
      '2350 fetch_invoices completed: {"invoices":128,"total_usd":48210.5}',
      "2400 too late: The ledger is locked by another export.",
      "2750 done",
    ]);
  });

  test("the results: one is kept, three are rejected", async () => {
    const { log } = await play("outputs.json");
    const told = story(log).map((line) =>
      line.replace(/(tool output violated its declared schema): .*/, "$1"),
    );
    expect(told.filter((line) => !line.includes(" is valid"))).toEqual([
      '600 read_light completed: {"lux":5400}',
      '1100 rejected: {"temp_c":"21.5"}',
      "1100 read_temperature failed (output): tool output violated its declared schema",
      "1600 rejected: Humidity is 61 %",
      "1600 read_humidity failed (output): tool output violated its declared schema",
      "2100 rejected: 42",
      "2100 read_label failed (output): tool output violated its declared schema",
      "2500 done",
    ]);
  });

  test("the siblings: five at once, one fails, one more model call", async () => {
    const { log } = await play("siblings.json");
    expect(story(log)).toEqual([
      ...Array.from({ length: 5 }, () => "500 get_quote is valid"),
      "700 get_quote failed (worker): Brightwater is closed until Monday.",
      '800 get_quote completed: {"price_usd":1210,"days":2}',
      '950 get_quote completed: {"price_usd":1120,"days":3}',
      '1400 get_quote completed: {"price_usd":1085,"days":6}',
      '1900 get_quote completed: {"price_usd":998,"days":9}',
      "2350 done",
    ]);
    expect(log.filter((fact) => fact.type === "llm.call.requested")).toHaveLength(2);
  });

  test("the waiting calls: nothing runs out, and the answers end the turn", async () => {
    const { id, log } = await play("person.json");
    expect(story(log)).toEqual([
      "400 find_order is valid",
      '650 find_order completed: {"order":4711,"item":"Desk lamp","paid_usd":64}',
      "1100 approve_refund is valid",
      "1100 choose_account is valid",
    ]);
    expect(await server.store.sessions.summary(id)).toMatchObject({ status: "waiting" });
    const settle = (callId: string, by: "person" | "client", result: unknown) =>
      server.sessions.command(
        id,
        { type: "settle", settle: { id: callId, by, action: { type: "tool.result", result } } },
        NO_SECRETS,
      );
    await settle("call_2_2", "client", "Store credit");
    await settle("call_2_1", "person", { approved: true });
    await server.clock.run();
    expect(story(await server.log(id)).slice(4)).toEqual([
      "1100 choose_account completed: Store credit",
      '1100 approve_refund completed: {"approved":true}',
      "1500 done",
    ]);
  });

  test("the worker: a message of its own, a call fixed, one retried, one refused", async () => {
    const { log } = await play("worker.json");
    expect(story(log)).toEqual([
      "450 order_lunch is invalid",
      '450 console: people came as "6": read as 6',
      '450 order_lunch completed: {"order":"L-204","price_usd":84}',
      "800 track_courier is valid",
      "800 track_courier will be retried (worker): The courier service did not answer.",
      "1300 track_courier completed: L-204 is 10 minutes away.",
      "1650 cancel_all_orders is valid",
      "1650 cancel_all_orders failed (worker): This assistant may not cancel orders. Ask the kitchen.",
      "2100 done",
    ]);
    const { nodes } = log.reduce(evolve, initialState());
    const texts = [...nodes.values()].map(({ message }) => message.content);
    expect(texts[1]).toBe("Note from the worker: lunch is at 12:30 today.");
  });

  test("the faults: each kind strikes, and nothing but the faults goes wrong", async () => {
    const { log } = await play("faults.json");
    expect(
      story(log).map((line) => line.replace(/(invalid tool arguments|declared schema): .*/, "$1")),
    ).toEqual([
      "0 the model will be asked again: The provider could not serve the request (429 rate_limit_error). It asks to wait before trying again.",
      "300 the model will be asked again: The provider could not serve the request (529 overloaded_error).",
      "900 the model will be asked again: The answer of the model broke off before its end: the connection was closed. Nothing of it was used.",
      "2100 the model will be asked again: deadline exceeded",
      "3100 find_flights is valid",
      "3100 find_hotel is valid",
      "3100 read_forecast is valid",
      "3100 check_visa is valid",
      "3100 get_rate is valid",
      "3100 read_guide is valid",
      "3100 hold_table is valid",
      "3100 find_flights will be retried (worker): 503: the airline does not answer.",
      "3100 read_guide completed: Start at the Galata bridge, walk up to t",
      "3100 hold_table completed: A table for two is held until 19:30.",
      "3100 too late: A table for two is held until 19:30.",
      '3100 rejected: {"try_per_usd":"5"}',
      "3100 get_rate failed (output): tool output violated its declared schema",
      "3400 find_flights completed: TK 1860, 07:10, 212 USD",
      "3800 read_forecast completed: 24 °C, clear",
      "4100 find_hotel will be retried (attempt timeout): deadline exceeded",
      "4100 check_visa will be retried (attempt timeout): deadline exceeded",
      "4350 too late: No visa is needed for 90 days.",
      "4400 find_hotel completed: Hotel Sirkeci, 94 USD a night",
      "4400 check_visa completed: No visa is needed for 90 days.",
      "4650 find_flights is malformed",
      "4650 find_flights failed (worker): invalid tool arguments",
      "4900 find_hotel is invalid",
      "4900 find_hotel failed (worker): invalid tool arguments",
      "5150 read_forecast_unknown is valid",
      "5150 read_forecast_unknown failed (worker): unknown tool: read_forecast_unknown",
      "5400 check_visa is valid",
      "5400 check_visa completed: No visa is needed for 90 days.",
      "5950 reserve_car is valid",
      "5950 print_tickets is valid",
      "5950 send_summary is valid",
      "5950 failed",
    ]);
    const struck = log.flatMap((fact) => (fact.type === "fault.injected" ? [fact.rule.what.kind] : []));
    const places = faultRuleSchema.options.map(({ shape }) => shape.what.options);
    const kinds = places.flatMap((options) => options.map((what) => what.shape.kind.value));
    expect([...new Set(struck)].sort()).toEqual([...new Set(kinds)].sort());
    // Each rule injects its fault; none is hidden by another one.
    const { faults } = sample("faults.json");
    const indexes = log.flatMap((fact) => (fact.type === "fault.injected" ? [fact.index] : []));
    expect(indexes.sort((a, b) => a - b)).toEqual(faults?.rules.map((_, index) => index));
  });

  test("the faults, turned off: all goes well", async () => {
    const { log } = await play("faults.json", ({ faults, ...workspace }) => ({
      ...workspace,
      ...(faults && { faults: { ...faults, on: false } }),
    }));
    expect(log.filter(({ type }) => type === "tool.call.completed")).toHaveLength(15);
    const wrong = /errored|rejected|refused|injected|interrupted/;
    expect(log.filter(({ type }) => wrong.test(type))).toEqual([]);
    expect(story(log).at(-1)).toMatch(/done$/);
  });
});
