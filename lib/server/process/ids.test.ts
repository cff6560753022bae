import { expect, test } from "vitest";
import { mintId } from "./ids";

test("mints ids that are safe in an address, never repeat and sort in the order they were minted", () => {
  const ids = Array.from({ length: 5000 }, () => mintId("ses"));
  expect(ids[0]).toMatch(/^ses_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(new Set(ids).size).toBe(5000);
  expect([...ids].sort()).toEqual(ids);
});
