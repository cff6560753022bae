import { expect, test } from "vitest";
import { indexEntries, searchPalette } from "./palette";

test("a search in 10,000 calls takes a moment", () => {
  const calls = indexEntries(
    Array.from({ length: 10_000 }, (_, i) => {
      const label = `get_weather_${i}`;
      return { id: `call:${label}`, group: "call" as const, label, also: `call_${i} invalid` };
    }),
  );
  const began = performance.now();
  for (const query of ["w", "we", "gtwthr", "zzzz", "invalid weather 77"]) searchPalette(calls, query, []);
  // Five keys of some 15 ms each on a slow machine: the limit catches what grows with the square.
  expect(performance.now() - began).toBeLessThan(2_000);
});
