/** A schema edited key by key: the time until its problems can be shown. */
import type { EditOptions, EditReading, EditRow } from "./edit-reading";
import { median } from "./numbers";
import { interleaved, read } from "./rounds";
import { digits, table } from "./table";
import { exampleOf, type Size } from "./verdict-schemas";

const EDITED: Size[] = ["large", "xlarge"];
const ROWS: { row: EditRow; what: string }[] = [
  { row: "ajv", what: "floor: JSON.parse and ajv's compile" },
  { row: "ours", what: "ours: everything that the check route reports about a schema" },
];

export async function editing({ rounds }: { rounds: number }): Promise<void> {
  const points = EDITED.flatMap((size) => ROWS.map(({ row, what }) => ({ row, size, what })));
  const readings = await interleaved(points.length, rounds, (at) => {
    const { row = "ajv", size = "large" } = points[at] ?? {};
    return read<EditReading>("editing", { row, size } satisfies EditOptions);
  });
  console.log(`\n### A schema edited key by key (wall ms a key; ${rounds} rounds of 100 keys)\n`);
  const lines = points.map(({ size, what }, at) => {
    const of = (value: keyof EditReading) =>
      digits(median((readings[at] ?? []).map((reading) => reading[value])));
    const kb = (exampleOf(size).schemaText.length / 1000).toFixed(0);
    return [`${kb} KB`, what, of("p50"), of("p95"), of("cpu")];
  });
  console.log(table(["schema", "row", "p50", "p95", "CPU ms a key"], lines));
}
