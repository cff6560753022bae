import { expect, test } from "vitest";
import { changeList } from "./list-keys";

test("items are moved, removed and put in where they are said to be", () => {
  let items = ["a", "b", "c"];
  items = changeList("test", items, { move: 0, to: 2 });
  expect(items).toEqual(["b", "c", "a"]);
  items = changeList("test", items, { remove: 1 });
  expect(items).toEqual(["b", "a"]);
  items = changeList("test", items, { insert: 1, item: "new" });
  expect(items).toEqual(["b", "new", "a"]);
});
