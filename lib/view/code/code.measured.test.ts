import { expect, test } from "vitest";
import { type Code, codeOf, type Mark } from "./code";

const json = (text: string, columns: number): Code => codeOf(text, { columns, language: "json" });
const mark = (offset: number, length: number): Mark => ({ id: "m", offset, length, tone: "warn" });

test("rows come quickly for one line of half a million characters", () => {
  const text = `{"blob": "${"x".repeat(500_000)}"}`;
  const started = performance.now();
  const code = json(text, 100);
  for (let row = 2_000; row < 2_060; row++) code.pieces(row, [mark(9, 500_002)]);
  expect(code.rows).toHaveLength(5_001);
  expect(performance.now() - started).toBeLessThan(500);
});
