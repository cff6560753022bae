import { expect, test } from "vitest";
import { matches } from "./key-match";

const press = (
  key: string,
  held: Partial<Record<"metaKey" | "ctrlKey" | "altKey" | "shiftKey", boolean>> = {},
) => ({
  key,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test("mod is Ctrl or ⌘, with no other modifier held", () => {
  expect(matches("mod+enter", press("Enter", { ctrlKey: true }))).toBe(true);
  expect(matches("mod+enter", press("Enter", { metaKey: true }))).toBe(true);
  expect(matches("mod+enter", press("Enter"))).toBe(false);
  expect(matches("mod+enter", press("Enter", { ctrlKey: true, shiftKey: true }))).toBe(false);
  expect(matches("j", press("j", { ctrlKey: true }))).toBe(false);
  expect(matches("j", press("j", { altKey: true }))).toBe(false);
});

test("a sign matches with Shift or without, since keyboards differ", () => {
  expect(matches("shift+?", press("?", { shiftKey: true }))).toBe(true);
  expect(matches("shift+?", press("?"))).toBe(true);
  expect(matches("[", press("["))).toBe(true);
  expect(matches("+", press("+", { shiftKey: true }))).toBe(true);
  expect(matches("+", press("="))).toBe(false);
});

test("a letter with Shift is another key", () => {
  expect(matches("j", press("J", { shiftKey: true }))).toBe(false);
  expect(matches("j", press("j"))).toBe(true);
});
