import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Workspace } from "@/lib/protocol/workspace";
import { flush, startAutosave } from "./autosave";
import { editWorkspace, keepAsCopy, openDraft, useDraft } from "./draft";
import { blankWorkspace } from "./edits";

interface Sent {
  method: string;
  path: string;
  body: unknown;
}

let sent: Sent[];
let answers: (() => Promise<Response>)[];
let stop: () => void;

const json =
  (body: unknown, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status });
const stored = (revision: number, workspace: Workspace = blankWorkspace("w")) => ({
  id: "w1",
  revision,
  updated_at: 0,
  workspace,
});
const saveState = () => useDraft.getState().draft?.save;
const rename = (name: string) => editWorkspace((workspace) => ({ ...workspace, name }));
const names = () => sent.map(({ method, body }) => [method, nameIn(body)]);
function nameIn(body: unknown): string | undefined {
  const { name, workspace } = body as { name?: string; workspace?: { name: string } };
  return workspace?.name ?? name;
}

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  answers = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    sent.push({ path, method: init.method ?? "GET", body: JSON.parse(String(init.body)) });
    const next = answers.shift();
    if (!next) throw new TypeError("fetch failed");
    return next();
  });
  stop = startAutosave(() => {});
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a sample is stored at its first edit, then saved with the revision it got", async () => {
  openDraft(blankWorkspace("Sample"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual([]);
  answers = [json(stored(1), 201), json(stored(2))];
  rename("Mine");
  await vi.advanceTimersByTimeAsync(600);
  expect(saveState()).toEqual({ kind: "clean" });
  rename("Mine again");
  await vi.advanceTimersByTimeAsync(600);
  expect(names()).toEqual([
    ["POST", "Mine"],
    ["PUT", "Mine again"],
  ]);
  expect(sent[1]?.body).toMatchObject({ revision: 1 });
  expect(useDraft.getState().draft).toMatchObject({ id: "w1", revision: 2 });
});

test("quick edits are saved once, with the last of them", async () => {
  openDraft(blankWorkspace("w"), { id: "w1", revision: 4 });
  answers = [json(stored(5))];
  for (const name of ["a", "ab", "abc"]) {
    rename(name);
    await vi.advanceTimersByTimeAsync(200);
  }
  await vi.advanceTimersByTimeAsync(600);
  expect(names()).toEqual([["PUT", "abc"]]);
});

test("an edit made while saving is saved after it, with the new revision", async () => {
  openDraft(blankWorkspace("w"), { id: "w1", revision: 1 });
  let release = () => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  answers = [() => slow.then(json(stored(2))), json(stored(3))];
  rename("first");
  await vi.advanceTimersByTimeAsync(600);
  expect(saveState()).toEqual({ kind: "saving" });
  rename("second");
  release();
  await vi.advanceTimersByTimeAsync(700);
  expect(names()).toEqual([
    ["PUT", "first"],
    ["PUT", "second"],
  ]);
  expect(sent[1]?.body).toMatchObject({ revision: 2 });
  expect(saveState()).toEqual({ kind: "clean" });
});

test("a newer revision on the server is never overwritten: a person decides", async () => {
  openDraft(blankWorkspace("w"), { id: "w1", revision: 1 });
  const theirs = stored(7, blankWorkspace("Theirs"));
  answers = [json({ error: "newer", reason: "conflict", current: theirs }, 409)];
  rename("mine");
  await vi.advanceTimersByTimeAsync(600);
  expect(saveState()).toEqual({ kind: "conflict", theirs });
  rename("mine, edited on");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);

  answers = [json({ ...stored(1), id: "w2" }, 201)];
  keepAsCopy("mine (copy)");
  await vi.advanceTimersByTimeAsync(600);
  expect(names()).toEqual([
    ["PUT", "mine"],
    ["POST", "mine (copy)"],
  ]);
  expect(useDraft.getState().draft).toMatchObject({ id: "w2", save: { kind: "clean" } });
});

test("while the server is away the draft stays and is tried again", async () => {
  openDraft(blankWorkspace("w"), { id: "w1", revision: 1 });
  rename("offline");
  await vi.advanceTimersByTimeAsync(600);
  expect(saveState()).toMatchObject({ kind: "failed" });
  answers = [json(stored(2))];
  await vi.advanceTimersByTimeAsync(4_000);
  expect(saveState()).toEqual({ kind: "clean" });
});

test("a body that the server refused is not sent again until the next edit", async () => {
  openDraft(blankWorkspace("w"), { id: "w1", revision: 1 });
  answers = [json({ error: "workspace.name: must have at most 200 characters" }, 400), json(stored(2))];
  rename("x".repeat(201));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  expect(saveState()).toMatchObject({ kind: "failed", message: expect.stringContaining("at most 200") });
  rename("shorter");
  await vi.advanceTimersByTimeAsync(600);
  expect(saveState()).toEqual({ kind: "clean" });
});

test("flush saves at once, and does nothing when all is saved", async () => {
  openDraft(blankWorkspace("w"), { id: "w1", revision: 1 });
  await flush();
  expect(sent).toEqual([]);
  rename("now");
  answers = [json(stored(2))];
  await flush();
  expect(names()).toEqual([["PUT", "now"]]);
});
