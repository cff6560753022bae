import { describe, expect, test } from "vitest";
import { sharedError } from "./shared-error";

const load = () => {
  class Missing extends sharedError("test.Missing") {}
  class Broken extends sharedError("test.Broken") {}
  return { Missing, Broken };
};

describe("a shared error", () => {
  const once = load();
  const twice = load();
  const cause = new Error("why");
  const missing: unknown = new once.Missing("gone", { cause });

  test("is recognised by a class that was loaded a second time", () => {
    expect(missing instanceof twice.Missing).toBe(true);
  });

  test("is not one of another class", () => {
    expect(missing instanceof once.Broken).toBe(false);
    const others: unknown[] = [new Error("gone"), null, "gone"];
    for (const other of others) expect(other instanceof once.Missing).toBe(false);
  });

  test("is an error with a message and a cause", () => {
    expect(missing instanceof Error).toBe(true);
    expect(missing).toMatchObject({ message: "gone", cause });
  });
});
