/** Verdicts from texts, with all findings and their places, against a compiled validator that gets the values. */
import { median } from "./numbers";
import { interleaved, read } from "./rounds";
import { digits, table, times } from "./table";
import type { VerdictOptions, VerdictReading, VerdictRow } from "./verdict-reading";
import { exampleOf, SIZES } from "./verdict-schemas";

const ROWS: VerdictRow[] = ["ajv", "parse, ajv", "check", "checker"];

export async function verdicts({ rounds }: { rounds: number }): Promise<void> {
  const texts = SIZES.flatMap((size) => [true, false].map((valid) => ({ size, valid })));
  const points = texts.flatMap((text) => ROWS.map((row): VerdictOptions => ({ row, ...text })));
  const readings = await interleaved(points.length, rounds, (at) =>
    read<VerdictReading>("verdicts", points[at] ?? {}),
  );
  const of = (point: VerdictOptions, value: (reading: VerdictReading) => number) => {
    const at = points.findIndex(
      ({ row, size, valid }) => row === point.row && size === point.size && valid === point.valid,
    );
    return median((readings[at] ?? []).map(value));
  };
  console.log(`\n### Verdicts (CPU µs each; ${rounds} rounds)\n`);
  const lines = texts.map(({ size, valid }) => {
    const { schemaText, errors } = exampleOf(size);
    const [ajv = 0, parsed = 0, check = 0, threads = 0] = ROWS.map((row) =>
      of({ row, size, valid }, (reading) => reading.micros),
    );
    const rate = of({ row: "checker", size, valid }, (reading) => reading.rate);
    return [
      `${size}, ${(schemaText.length / 1000).toFixed(1)} KB`,
      valid ? "valid" : `${errors} errors`,
      digits(ajv),
      digits(parsed),
      `${digits(check)} (${times(check / ajv)}, ${times(check / parsed)})`,
      `${digits(threads)} (${times(threads / ajv)}, ${times(threads / parsed)})`,
      digits(rate),
    ];
  });
  const head = [
    "schema",
    "text",
    "ajv on values",
    "JSON.parse and ajv",
    "our check",
    "our checker, in threads",
    "its verdicts/s",
  ];
  console.log(table(head, lines));
}
