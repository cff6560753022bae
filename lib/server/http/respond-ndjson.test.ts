import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerOrLines } from "./respond-ndjson";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const request = (accept: string) =>
  new Request("http://127.0.0.1:3000/api/impact", { method: "POST", headers: { accept } });
const LINES = "application/x-ndjson, application/json";

test("an answer that is there soon is plain JSON, and so is one for who takes no lines", async () => {
  const soon = await answerOrLines(request(LINES), Promise.resolve({ texts: 1 }), () => ({}));
  expect(soon.headers.get("content-type")).toBe("application/json");
  expect(await soon.json()).toEqual({ texts: 1 });
  expect(vi.getTimerCount()).toBe(0);
  const late = new Promise<object>((resolve) => setTimeout(() => resolve({ texts: 2 }), 5_000));
  const plain = answerOrLines(request("application/json"), late, () => ({}));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await (await plain).json()).toEqual({ texts: 2 });
});

test("one that takes a while says how far it is five times a second", async () => {
  let checked = 0;
  const answer = new Promise<object>((resolve) => setTimeout(() => resolve({ texts: 9 }), 700));
  const asked = answerOrLines(request(LINES), answer, () => ({ progress: { checked: checked++ } }));
  await vi.advanceTimersByTimeAsync(200);
  const response = await asked;
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  await vi.advanceTimersByTimeAsync(500);
  expect(await response.text()).toBe(
    '{"progress":{"checked":0}}\n{"progress":{"checked":1}}\n{"progress":{"checked":2}}\n{"answer":{"texts":9}}\n',
  );
  expect(vi.getTimerCount()).toBe(0);
});

test("a failure is told as a refusal would be, before the lines and in them", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  await expect(
    answerOrLines(request(LINES), Promise.reject(new Error("the disk is gone")), () => ({})),
  ).rejects.toThrow("the disk is gone");
  const failing = new Promise<object>((_, reject) =>
    setTimeout(() => reject(new Error("the disk is full")), 300),
  );
  const asked = answerOrLines(request(LINES), failing, () => ({ progress: 1 }));
  await vi.advanceTimersByTimeAsync(300);
  expect(await (await asked).text()).toBe(
    '{"progress":1}\n{"refused":{"error":"Callscope failed: the disk is full","reason":"failed"}}\n',
  );
  expect(told).toHaveBeenCalledOnce();
});

test("a reader that leaves ends it", async () => {
  const answer = new Promise<object>((resolve) => setTimeout(() => resolve({}), 900));
  const asked = answerOrLines(request(LINES), answer, () => ({ progress: 1 }));
  await vi.advanceTimersByTimeAsync(200);
  await (await asked).body?.cancel();
  // The answer's own.
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(700);
  expect(vi.getTimerCount()).toBe(0);
});
