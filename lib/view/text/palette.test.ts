import { expect, test } from "vitest";
import { indexEntries, type PaletteEntry, type PaletteGroup, searchPalette, withRecent } from "./palette";

const entry = (label: string, group: PaletteGroup = "command", also?: string): PaletteEntry => ({
  id: `${group}:${label}`,
  group,
  label,
  also,
});

const labels = (entries: PaletteEntry[], query: string, recent: string[] = []) =>
  searchPalette(indexEntries(entries), query, recent).flatMap(({ hits }) =>
    hits.map((hit) => hit.entry.label),
  );

test("what begins so comes before a later word, that before the middle of one, and letters in order last", () => {
  const all = ["ash rate", "operate", "rate", "rates table", "real amount to eat"].map((label) =>
    entry(label),
  );
  expect(labels(all, "rate")).toEqual(["rate", "rates table", "ash rate", "operate", "real amount to eat"]);
});

test("letters in order find names by their words, whatever the case", () => {
  const all = [entry("get_weather"), entry("Newer run"), entry("Stop the run")];
  expect(labels(all, "gw")).toEqual(["get_weather"]);
  expect(labels(all, "GEWEA")).toEqual(["get_weather"]);
  expect(labels(all, "str")).toEqual(["Stop the run"]);
  expect(labels(all, "xyz")).toEqual([]);
});

test("letters that lie far apart by chance find nothing", () => {
  expect(labels([entry("a long sentence that holds every letter somewhere")], "aesr")).toEqual([]);
});

test("every word must be found, in the label or beside it, in any order", () => {
  const all = [
    entry("get_weather", "call", "call_17 invalid"),
    entry("get_weather", "call", "call_18 valid"),
  ];
  const ids = (query: string) =>
    searchPalette(indexEntries(all), query, []).flatMap(({ hits }) => hits.map((hit) => hit.entry.also));
  expect(ids("weather invalid")).toEqual(["call_17 invalid"]);
  expect(ids("call_18 get")).toEqual(["call_18 valid"]);
  // "valid" begins a word of the one and ends one of the other.
  expect(ids("valid")).toEqual(["call_18 valid", "call_17 invalid"]);
  expect(ids("weather pending")).toEqual([]);
});

test("what was typed is marked in the label", () => {
  const marks = (label: string, query: string) =>
    searchPalette(indexEntries([entry(label)]), query, [])[0]?.hits[0]?.marks;
  expect(marks("Newer run", "run")).toEqual([6, 7, 8]);
  expect(marks("get_weather", "gw")).toEqual([0, 4]);
  expect(marks("Run again", "again run")).toEqual([0, 1, 2, 4, 5, 6, 7, 8]);
});

test("with nothing typed: what was used lately, then each group, commands whole and of others the first", () => {
  const all = [
    ...Array.from({ length: 20 }, (_, i) => entry(`command ${i}`)),
    ...Array.from({ length: 12 }, (_, i) => entry(`call ${i}`, "call")),
    entry("Weather", "sample"),
  ];
  const groups = searchPalette(indexEntries(all), "  ", ["sample:Weather", "gone", "call:call 9"]);
  expect(groups.map(({ group, hits, more }) => [group, hits.length, more])).toEqual([
    ["recent", 2, 0],
    ["command", 20, 0],
    ["call", 5, 7],
    ["sample", 1, 0],
  ]);
  expect(groups[0]?.hits.map((hit) => hit.entry.label)).toEqual(["Weather", "call 9"]);
});

test("the group of the best hit comes first; what was used lately counts more among equals", () => {
  const all = [entry("Open the log"), entry("logbook", "tool"), entry("logger", "tool")];
  expect(labels(all, "log")).toEqual(["logger", "logbook", "Open the log"]);
  expect(labels(all, "log", ["tool:logbook"])).toEqual(["logbook", "logger", "Open the log"]);
});

test("10,000 calls: few are shown and the rest are counted", () => {
  const calls = indexEntries(
    Array.from({ length: 10_000 }, (_, i) => entry(`get_weather_${i}`, "call", `call_${i} invalid`)),
  );
  const [group] = searchPalette(calls, "weather", []);
  expect([group?.hits.length, group?.more]).toEqual([8, 9_992]);
  expect(searchPalette(calls, "call_9999", [])[0]?.hits[0]?.entry.label).toBe("get_weather_9999");
});

test("a query of any length and any text is borne", () => {
  const all = [entry("\ud83d\udc69 face"), entry("İstanbul"), entry("")];
  for (const query of ["(".repeat(10_000), "\ud83d", "\ud83d\udc69", "i̇", "\0", "*", "a b ".repeat(500)])
    expect(() => labels(all, query)).not.toThrow();
  expect(labels(all, "\ud83d\udc69")).toEqual(["\ud83d\udc69 face"]);
});

test("ids used lately: the last one first, each once, few of them", () => {
  expect(withRecent(["a", "b", "c"], "b")).toEqual(["b", "a", "c"]);
  const many = Array.from({ length: 40 }, (_, i) => `${i}`);
  expect(withRecent(many, "new")).toHaveLength(12);
});
