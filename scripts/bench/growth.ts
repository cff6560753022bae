/** The cost of a call late in a long session, against one early in a short session. */
import type { GrowthOptions, GrowthReading } from "./growth-reading";
import { median } from "./numbers";
import { interleaved, read } from "./rounds";
import type { LoopRow } from "./subjects";
import { aim, digits, table } from "./table";

const LENGTHS = [100, 1_000, 10_000];
const ROWS: LoopRow[] = ["F3", "engine", "durable"];

/** The highest allowed ratio of the cost at the last length to that at the first. */
const MEASURES: { of: keyof GrowthReading; what: string; most: number }[] = [
  { of: "micros", what: "CPU µs a call", most: 1.25 },
  { of: "heap", what: "heap bytes a call, session open", most: 1.25 },
  { of: "stored", what: "database bytes a call", most: 1.05 },
];

export async function growth({ rounds }: { rounds: number }): Promise<void> {
  const points = ROWS.flatMap((row) => LENGTHS.map((length): GrowthOptions => ({ row, length })));
  const readings = await interleaved(points.length, rounds, (at) =>
    read<GrowthReading>("growth", points[at] ?? {}),
  );
  console.log(`\n### Growth in one session, tiny, one call a model answer (${rounds} rounds)\n`);
  const lines = ROWS.flatMap((row) =>
    MEASURES.map(({ of, what, most }) => {
      const values = LENGTHS.map((length) => {
        const at = points.findIndex((point) => point.row === row && point.length === length);
        return median((readings[at] ?? []).map((reading) => reading[of]));
      });
      const ratio = (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN);
      const told = Number.isFinite(ratio);
      return [row, what, ...values.map(digits), told ? ratio.toFixed(2) : "", told ? aim(ratio, most) : ""];
    }),
  );
  const lengths = LENGTHS.map((length) => `${length.toLocaleString("en")} calls`);
  console.log(table(["row", "measure", ...lengths, "last to first", "target"], lines));
}
