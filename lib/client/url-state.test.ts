import { expect, test } from "vitest";
import { formatLocation, parseLocation } from "./url-state";

const NOTHING = {
  session: null,
  row: null,
  tab: null,
  filter: null,
  tools: [],
  verdicts: [],
  query: null,
  zoom: null,
};

test("the workbench has no session", () => {
  expect(parseLocation("/", "?row=x")).toEqual(NOTHING);
  expect(formatLocation({ ...NOTHING, row: "x", tab: "call" })).toBe("/");
});

test("a session's address holds row and tab and reads back the same", () => {
  const selection = { ...NOTHING, session: "ses 1/2", row: "call:a&b", tab: "decision" };
  const href = formatLocation(selection);
  expect(href).toBe("/sessions/ses%201%2F2?row=call%3Aa%26b&tab=decision");
  const [path = "", query = ""] = href.split("?");
  expect(parseLocation(path, `?${query}`)).toEqual(selection);
});

test("what is not selected leaves no trace", () => {
  expect(formatLocation({ ...NOTHING, session: "s" })).toBe("/sessions/s");
  expect(parseLocation("/sessions/s", "")).toEqual({ ...NOTHING, session: "s" });
});

test("what is shown of it, too", () => {
  const selection = { ...NOTHING, session: "s", filter: "problems", query: "no such city" };
  const href = formatLocation(selection);
  expect(href).toBe("/sessions/s?show=problems&q=no+such+city");
  expect(parseLocation("/sessions/s", "?show=problems&q=no+such+city")).toEqual(selection);
});

test("choices that can be several, and the part of the time axis", () => {
  const selection = {
    ...NOTHING,
    session: "s",
    filter: "problems,retried",
    tools: ["book", "a,b"],
    verdicts: ["unknown tool"],
    zoom: "1200-3400",
  };
  const href = formatLocation(selection);
  expect(href).toBe(
    "/sessions/s?show=problems%2Cretried&tool=book&tool=a%2Cb&verdict=unknown+tool&at=1200-3400",
  );
  expect(parseLocation("/sessions/s", href.slice(href.indexOf("?")))).toEqual(selection);
});
