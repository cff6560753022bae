/** What every store promises. Each adapter runs it against the real thing. */
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Fact } from "@/lib/engine/log/facts";
import { forksContract } from "./contract-forks.suite";
import { facts, head, workspace } from "./fixtures/facts";
import type { Store } from "./port";

interface StoreUnderTest {
  open(): Promise<Store>;
  /** Removes what was left behind. */
  dispose(): Promise<void>;
  /** Why a second opening does not see what the first one wrote; absent: it does. */
  forgets?: string;
}

const HOSTILE = [
  "'; drop table facts; --",
  '"quoted" \\ back',
  "nul \0 inside",
  "half \ud800 a pair",
  "عربى 中文 👩‍👩‍👧 \u202e turned",
  "line\nbreak\r\n\u2028\u2029\ufeff",
  "#{x} %s ? :name @p $1",
];

export function storeContract(make: () => Promise<StoreUnderTest>): void {
  let under: StoreUnderTest;
  let store: Store;
  beforeEach(async () => {
    under = await make();
    store = await under.open();
  });
  afterEach(async () => {
    await store.close();
    await under.dispose();
  });
  const reopened = async () => {
    await store.close();
    store = await under.open();
  };

  describe("workspaces", () => {
    test("creates at revision 1 and reads the same back", async () => {
      const made = await store.workspaces.create("w1", workspace(), 1000);
      expect(made).toEqual({ id: "w1", revision: 1, updated_at: 1000, workspace: workspace() });
      expect(await store.workspaces.read("w1")).toEqual(made);
    });

    test("knows nothing of an id that was never given", async () => {
      expect(await store.workspaces.read("none")).toBeNull();
      expect(await store.workspaces.remove("none")).toBe(false);
      expect(await store.workspaces.save("none", { workspace: workspace(), expected: 1, at: 1 })).toEqual({
        ok: false,
        reason: "missing",
      });
    });

    test("refuses an id that is taken", async () => {
      await store.workspaces.create("w1", workspace(), 1000);
      await expect(store.workspaces.create("w1", workspace({ name: "Other" }), 2000)).rejects.toThrow();
      expect((await store.workspaces.read("w1"))?.workspace.name).toBe("Weather");
    });

    test("raises the revision with each save", async () => {
      await store.workspaces.create("w1", workspace(), 1000);
      const second = { id: "w1", revision: 2, updated_at: 2000, workspace: workspace({ name: "Second" }) };
      expect(
        await store.workspaces.save("w1", { workspace: second.workspace, expected: 1, at: 2000 }),
      ).toEqual({ ok: true, stored: second });
      expect(await store.workspaces.read("w1")).toEqual(second);
    });

    test("never overwrites a newer revision", async () => {
      await store.workspaces.create("w1", workspace(), 1000);
      await store.workspaces.save("w1", { workspace: workspace({ name: "Theirs" }), expected: 1, at: 2000 });
      const current = { id: "w1", revision: 2, updated_at: 2000, workspace: workspace({ name: "Theirs" }) };
      for (const expected of [1, 3, 0])
        expect(await store.workspaces.save("w1", { workspace: workspace(), expected, at: 3000 })).toEqual({
          ok: false,
          reason: "conflict",
          current,
        });
      expect(await store.workspaces.read("w1")).toEqual(current);
    });

    test("lets one of two saves of the same revision through", async () => {
      await store.workspaces.create("w1", workspace(), 1000);
      const outcomes = await Promise.all(
        ["A", "B"].map((name) =>
          store.workspaces.save("w1", { workspace: workspace({ name }), expected: 1, at: 2000 }),
        ),
      );
      expect(outcomes.map((outcome) => outcome.ok).sort()).toEqual([false, true]);
      expect((await store.workspaces.read("w1"))?.revision).toBe(2);
    });

    test("lists the last changed first, page by page, with nothing left out or doubled", async () => {
      for (const [index, id] of ["a", "b", "c", "d", "e"].entries())
        await store.workspaces.create(id, workspace({ name: `W ${id}` }), 1000 + Math.floor(index / 2));
      await store.workspaces.save("a", { workspace: workspace({ name: "Newest" }), expected: 1, at: 5000 });
      const first = await store.workspaces.list({ limit: 2 });
      const second = await store.workspaces.list({ limit: 2, before: first.next ?? "" });
      const third = await store.workspaces.list({ limit: 2, before: second.next ?? "" });
      expect(first.items[0]).toEqual({ id: "a", revision: 2, name: "Newest", tools: 1, updated_at: 5000 });
      expect([...first.items, ...second.items, ...third.items].map((item) => item.id)).toEqual([
        "a",
        "e",
        "d",
        "c",
        "b",
      ]);
      expect(third.next).toBeNull();
    });

    test("ends a list whose last page is full", async () => {
      for (const id of ["a", "b"]) await store.workspaces.create(id, workspace(), 1000);
      expect((await store.workspaces.list({ limit: 2 })).next).toBeNull();
      expect(await store.workspaces.list({ limit: 0 })).toEqual({ items: [], next: null });
    });

    test("shows nothing before a cursor that is none of its own", async () => {
      await store.workspaces.create("w1", workspace(), 1000);
      for (const before of ["", "x", "bnVsbA", "[1]", "WzFd", "WyJhIiwiYiJd"])
        expect(await store.workspaces.list({ limit: 5, before })).toEqual({ items: [], next: null });
    });

    test("removes for good", async () => {
      await store.workspaces.create("w1", workspace(), 1000);
      expect(await store.workspaces.remove("w1")).toBe(true);
      expect(await store.workspaces.remove("w1")).toBe(false);
      expect(await store.workspaces.read("w1")).toBeNull();
      expect((await store.workspaces.list({ limit: 5 })).items).toEqual([]);
    });

    test("keeps the sessions of a workspace that is removed", async () => {
      await store.workspaces.create("w1", workspace(), 1000);
      await store.sessions.append("s1", facts(1, 1), head({ workspace_id: "w1" }));
      await store.workspaces.remove("w1");
      expect((await store.sessions.summary("s1"))?.workspace_id).toBe("w1");
    });

    test.each(HOSTILE)("keeps the name %j as it is in the workspace", async (name) => {
      const id = `id ${name}`.replaceAll(/[\0\ud800]/g, "");
      await store.workspaces.create(id, workspace({ name }), 1000);
      expect((await store.workspaces.read(id))?.workspace.name).toBe(name);
      const shown = (await store.workspaces.list({ limit: 5 })).items[0];
      expect(shown?.name).toBe(name.replace("\0", "\ufffd").replace("\ud800", "\ufffd"));
      expect(shown?.id).toBe(id);
    });

    test("keeps members called like what every object has", async () => {
      const input = JSON.parse(
        '{"properties":{"__proto__":{"type":"string"},"constructor":{},"toString":1}}',
      );
      const tool = { name: "t", input, runner: { kind: "person" as const } };
      const file = workspace({ agent: { model: "m", tools: [tool] } });
      await store.workspaces.create("w1", file, 1);
      expect(JSON.stringify((await store.workspaces.read("w1"))?.workspace)).toBe(JSON.stringify(file));
    });
  });

  describe("the log of a session", () => {
    test("starts with fact 1 and goes on behind the newest", async () => {
      expect(await store.sessions.append("s1", facts(1, 3), head())).toEqual({ ok: true });
      expect(await store.sessions.append("s1", facts(4, 2), head())).toEqual({ ok: true });
      expect(await store.sessions.read("s1", { after: 0, limit: 100 })).toEqual(facts(1, 5));
    });

    test.each([
      ["a session that is not there yet", 0, 2],
      ["a number already taken", 3, 3],
      ["the first number again", 3, 1],
      ["a gap", 3, 5],
      ["zero", 3, 0],
    ])("refuses %s and writes nothing", async (_, there, seq) => {
      if (there > 0) await store.sessions.append("s1", facts(1, there), head());
      const before = await store.sessions.summary("s1");
      const refused = await store.sessions.append("s1", facts(seq, 2), head({ name: "Other" }));
      expect(refused).toEqual({ ok: false, reason: "conflict", seq: there });
      expect(await store.sessions.read("s1", { after: 0, limit: 100 })).toEqual(facts(1, there));
      expect(await store.sessions.summary("s1")).toEqual(before);
    });

    test("throws on facts that do not follow each other: a fault of the caller", async () => {
      const gap = [...facts(1, 1), ...facts(3, 1)];
      await expect(store.sessions.append("s1", gap, head())).rejects.toThrow("not in order");
      expect(await store.sessions.summary("s1")).toBeNull();
    });

    test("takes an empty append for nothing to do", async () => {
      expect(await store.sessions.append("s1", [], head())).toEqual({ ok: true });
      expect(await store.sessions.summary("s1")).toBeNull();
    });

    test("lets one of two writers of the same number through", async () => {
      await store.sessions.append("s1", facts(1, 1), head());
      const outcomes = await Promise.all([
        store.sessions.append("s1", facts(2, 3, "A"), head()),
        store.sessions.append("s1", facts(2, 2, "B"), head()),
      ]);
      expect(outcomes).toEqual([{ ok: true }, { ok: false, reason: "conflict", seq: 4 }]);
      expect(await store.sessions.read("s1", { after: 1, limit: 100 })).toEqual(facts(2, 3, "A"));
    });

    test("writes appends in the order they were handed in, each to its own session", async () => {
      const writes: Promise<unknown>[] = [];
      for (let round = 0; round < 5; round += 1)
        for (let session = 0; session < 40; session += 1)
          writes.push(store.sessions.append(`s${session}`, facts(1 + round * 2, 2), head()));
      expect(new Set(await Promise.all(writes))).toEqual(new Set(writes.map(() => ({ ok: true }))));
      for (let session = 0; session < 40; session += 1)
        expect(await store.sessions.read(`s${session}`, { after: 0, limit: 100 })).toEqual(facts(1, 10));
    });

    test("keeps others out of a fault that is one writer's own", async () => {
      const circle: Record<string, unknown> = {};
      circle.itself = circle;
      const broken = { ...facts(1, 1)[0], payload: circle } as unknown as Fact;
      const [good, bad] = await Promise.allSettled([
        store.sessions.append("good", facts(1, 2), head()),
        store.sessions.append("bad", [broken], head()),
      ]);
      expect([good.status, bad.status]).toEqual(["fulfilled", "rejected"]);
      expect(await store.sessions.summary("bad")).toBeNull();
    });

    test("reads from any place, oldest first, at most as many as asked for", async () => {
      await store.sessions.append("s1", facts(1, 100), head());
      const seqs = async (after: number, limit: number) =>
        (await store.sessions.read("s1", { after, limit })).map((fact) => fact.seq);
      expect(await seqs(0, 3)).toEqual([1, 2, 3]);
      expect(await seqs(97, 50)).toEqual([98, 99, 100]);
      expect(await seqs(100, 5)).toEqual([]);
      expect((await seqs(0, 1000)).length).toBe(100);
      expect(await store.sessions.read("none", { after: 0, limit: 5 })).toEqual([]);
    });

    test("reads no more text than asked for, though one fact at least", async () => {
      await store.sessions.append("s1", facts(1, 1, "é".repeat(10_000)), head());
      await store.sessions.append("s1", facts(2, 20, "x".repeat(1_000)), head());
      const seqs = async (after: number, bytes: number) =>
        (await store.sessions.read("s1", { after, limit: 15, bytes })).map((fact) => fact.seq);
      expect(await seqs(0, 1)).toEqual([1]);
      expect(await seqs(0, 20_000)).toEqual([1]);
      expect(await seqs(1, 3_500)).toEqual([2, 3, 4]);
      expect((await seqs(1, 1_000_000)).length).toBe(15);
      expect(await seqs(21, 1_000)).toEqual([]);
    });

    test("lets timers and reads have their turn while appends follow each other", async () => {
      let stop = false;
      let appended = 0;
      const writing = (async () => {
        for (; !stop && appended < 10_000; appended += 1)
          await store.sessions.append("s1", facts(appended + 1, 1), head());
      })();
      await setTimeout(1);
      await store.sessions.summary("s1");
      stop = true;
      await writing;
      expect(appended).toBeLessThan(10_000);
    });

    test("gives each fact back as it was, with a turn and without", async () => {
      const log: Fact[] = [
        { seq: 1, at: 5, type: "session.restarted" },
        { seq: 2, at: 6, turn_id: "t1", type: "turn.started" },
        {
          seq: 3,
          at: 7,
          turn_id: "t1",
          type: "worker.state.updated",
          state: { a: [1, null, "x"], b: -0.5e-7 },
        },
        {
          seq: 4,
          at: 8,
          turn_id: "t1",
          type: "decision.errored",
          decision_id: "d1",
          attempts: 1,
          error: "",
          retryable: false,
        },
      ];
      await store.sessions.append("s1", log, head());
      expect(await store.sessions.read("s1", { after: 0, limit: 9 })).toStrictEqual(log);
    });

    test("takes many facts at once and a fact of 10 MB", async () => {
      const big = "0123456789".repeat(1_000_000);
      await store.sessions.append("s1", facts(1, 1000), head());
      await store.sessions.append("s1", facts(1001, 1, big), head());
      expect(await store.sessions.read("s1", { after: 0, limit: 1000 })).toEqual(facts(1, 1000));
      expect(await store.sessions.read("s1", { after: 1000, limit: 1 })).toEqual(facts(1001, 1, big));
    });

    test.each(HOSTILE)("keeps the text %j to the character", async (text) => {
      const id = text.replaceAll(/[\0\ud800]/g, "");
      await store.sessions.append(id, facts(1, 1, text), head({ name: text }));
      expect(await store.sessions.read(id, { after: 0, limit: 5 })).toEqual(facts(1, 1, text));
      const shown = text.replace("\0", "\ufffd").replace("\ud800", "\ufffd");
      expect(await store.sessions.summary(id)).toMatchObject({ id, name: shown });
    });
  });

  describe("what stands beside the log", () => {
    test("sums up as the newest head says", async () => {
      await store.sessions.append("s1", facts(1, 2), head({ workspace_id: "w1" }));
      expect(await store.sessions.summary("s1")).toEqual({
        id: "s1",
        name: "Weather",
        workspace_id: "w1",
        created_at: 1_700_000_000_001,
        updated_at: 1_700_000_000_002,
        seq: 2,
        running: true,
        status: "running",
        origin: null,
      });
      const ended = head({ name: "Renamed", workspace_id: "w1", running: false, status: "idle" });
      await store.sessions.append("s1", facts(3, 4), ended);
      expect(await store.sessions.summary("s1")).toMatchObject({
        ...ended,
        created_at: 1_700_000_000_001,
        updated_at: 1_700_000_000_006,
        seq: 6,
      });
      expect(await store.sessions.summary("none")).toBeNull();
    });

    test("lists the newest first, page by page, also within one workspace", async () => {
      for (let index = 0; index < 6; index += 1)
        await store.sessions.append(
          `s${index}`,
          facts(1, 1),
          head({ workspace_id: index % 2 ? "odd" : null }),
        );
      await store.sessions.append("s0", facts(2, 1), head());
      const pages: string[][] = [];
      let before: string | undefined;
      do {
        const page = await store.sessions.list({ limit: 4, before });
        pages.push(page.items.map((item) => item.id));
        before = page.next ?? undefined;
      } while (before !== undefined);
      expect(pages).toEqual([
        ["s5", "s4", "s3", "s2"],
        ["s1", "s0"],
      ]);
      const odd = await store.sessions.list({ limit: 2, workspace_id: "odd" });
      expect(odd.items.map((item) => item.id)).toEqual(["s5", "s3"]);
      const rest = await store.sessions.list({ limit: 2, workspace_id: "odd", before: odd.next ?? "" });
      expect([rest.items.map((item) => item.id), rest.next]).toEqual([["s1"], null]);
      expect(await store.sessions.list({ limit: 4, before: "other" })).toEqual({ items: [], next: null });
    });

    test("knows which sessions are to be taken up again", async () => {
      await store.sessions.append("on", facts(1, 1), head());
      await store.sessions.append("off", facts(1, 1), head({ running: false }));
      await store.sessions.append("ended", facts(1, 1), head());
      await store.sessions.append("ended", facts(2, 1), head({ running: false }));
      expect(await store.sessions.running()).toEqual(["on"]);
    });
  });

  forksContract(() => store);

  test("says what it is", async () => {
    expect(await store.describe()).toMatch(/^\w+ \d+\.\d+/);
  });

  test("writes what was handed in before it was closed", async () => {
    const write = store.sessions.append("s1", facts(1, 1), head());
    await reopened();
    expect(await write).toEqual({ ok: true });
  });

  test("has all of it after it was closed and opened again", async (context) => {
    if (under.forgets) return context.skip(under.forgets);
    await store.workspaces.create("w1", workspace(), 1000);
    await store.sessions.append("s1", facts(1, 40), head());
    await reopened();
    expect((await store.workspaces.read("w1"))?.workspace).toEqual(workspace());
    expect(await store.sessions.read("s1", { after: 0, limit: 100 })).toEqual(facts(1, 40));
    expect(await store.sessions.append("s1", facts(41, 1), head())).toEqual({ ok: true });
  });
}
