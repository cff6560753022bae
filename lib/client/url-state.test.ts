import { expect, test } from "vitest";
import { formatLocation, parseLocation } from "./url-state";

test("the workbench has no session", () => {
  expect(parseLocation("/", "?row=x")).toEqual({ session: null, row: null, tab: null });
  expect(formatLocation({ session: null, row: "x", tab: "call" })).toBe("/");
});

test("a session's address holds row and tab and reads back the same", () => {
  const selection = { session: "ses 1/2", row: "call:a&b", tab: "decision" };
  const href = formatLocation(selection);
  expect(href).toBe("/sessions/ses%201%2F2?row=call%3Aa%26b&tab=decision");
  const [path = "", query = ""] = href.split("?");
  expect(parseLocation(path, `?${query}`)).toEqual(selection);
});

test("what is not selected leaves no trace", () => {
  expect(formatLocation({ session: "s", row: null, tab: null })).toBe("/sessions/s");
  expect(parseLocation("/sessions/s", "")).toEqual({ session: "s", row: null, tab: null });
});
