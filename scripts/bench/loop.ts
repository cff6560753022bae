/** The loop against its floors: F1 in memory, F3 on a database. */
import type { LoopOptions, LoopReading } from "./loop-reading";
import { median } from "./numbers";
import { interleaved, read } from "./rounds";
import { type Shape, shapeName } from "./shapes";
import type { LoopRow } from "./subjects";
import { aim, digits, table, times } from "./table";

interface Row {
  row: LoopRow;
  what: string;
  floor: "F1" | "F3";
}

const ROWS: Row[] = [
  { row: "F1", what: "F1: parse, check, call, check the result, five events as JSON", floor: "F1" },
  { row: "engine", what: "engine in memory, facts kept", floor: "F1" },
  { row: "engine, JSON", what: "engine in memory, facts also written as JSON", floor: "F1" },
  { row: "runner", what: "session runner, facts kept, checks in the same thread", floor: "F1" },
  { row: "F3", what: "F3: F1 with one SQLite commit a model answer", floor: "F3" },
  { row: "durable here", what: "session runner on SQLite, checks in the same thread", floor: "F3" },
  { row: "durable", what: "session runner on SQLite, checks in threads: the server", floor: "F3" },
  { row: "durable, 50 at once", what: "the server with 50 sessions at once", floor: "F3" },
];

const SHAPES: { shape: Shape; sessions: number }[] = [
  { shape: { tool: "tiny", turns: 10, calls: 1 }, sessions: 200 },
  { shape: { tool: "tiny", turns: 1, calls: 10 }, sessions: 200 },
  { shape: { tool: "big", turns: 10, calls: 1 }, sessions: 200 },
  { shape: { tool: "big", turns: 1, calls: 10 }, sessions: 200 },
];

/** The targets: the engine to F1, and the server to F3. */
const TARGET = 4;
const AIMED: LoopRow[] = ["engine", "durable"];

/** Prints one table for each shape. */
export async function loop({ rounds, warm = 20 }: { rounds: number; warm?: number }): Promise<void> {
  for (const { shape, sessions } of SHAPES) {
    const readings = await interleaved(ROWS.length, rounds, (at) => {
      const options: LoopOptions = { row: ROWS[at]?.row ?? "F1", shape, sessions, warm };
      return read<LoopReading>("loop", options);
    });
    const of = (row: LoopRow, value: (reading: LoopReading) => number) =>
      median((readings[ROWS.findIndex((other) => other.row === row)] ?? []).map(value));
    const micros = (row: LoopRow) => of(row, (reading) => reading.micros);
    console.log(`\n### Loop, ${shapeName(shape)}, ${sessions} sessions (CPU µs a call; ${rounds} rounds)\n`);
    const lines = ROWS.map(({ row, what, floor }) => [
      what,
      digits(micros(row)),
      row === floor ? "" : `${times(micros(row) / micros(floor))} ${floor}`,
      AIMED.includes(row) ? aim(micros(row) / micros(floor), TARGET) : "",
      digits(of(row, (reading) => reading.checking)),
      digits(of(row, (reading) => reading.rate)),
    ]);
    console.log(table(["row", "CPU µs", "ratio", "target", "of it in check threads", "calls/s"], lines));
  }
}
