import { describe, expect, test } from "vitest";
import { aborted, unlessAborted } from "./abort";

describe("aborted", () => {
  test("resolves when the signal is aborted, also if that was before", async () => {
    const controller = new AbortController();
    const waiting = aborted(controller.signal).then(() => "over");
    controller.abort();
    expect(await waiting).toBe("over");
    expect(await aborted(controller.signal).then(() => "over")).toBe("over");
  });
});

describe("unlessAborted", () => {
  const never = new Promise<string>(() => undefined);

  test("settles as the promise does", async () => {
    const { signal } = new AbortController();
    expect(await unlessAborted(Promise.resolve("done"), signal)).toBe("done");
    await expect(unlessAborted(Promise.reject(new Error("broken")), signal)).rejects.toThrow("broken");
  });

  test("rejects with the signal's reason, also if it was aborted before", async () => {
    const controller = new AbortController();
    const waiting = unlessAborted(never, controller.signal);
    controller.abort(new Error("too late"));
    await expect(waiting).rejects.toThrow("too late");
    await expect(unlessAborted(never, controller.signal)).rejects.toThrow("too late");
  });
});
