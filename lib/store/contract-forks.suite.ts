/** What every store promises of forks: where a session comes from, the tree it is part of, and copies that are none yet. */
import { beforeEach, describe, expect, test } from "vitest";
import type { ForkedFrom } from "@/lib/engine/log/facts";
import { facts, head } from "./fixtures/facts";
import type { Store } from "./port";

const from = (session_id: string): ForkedFrom => ({
  session_id,
  seq: 1,
  at: 1_700_000_000_001,
  edit: "outcome",
  of: { kind: "call", id: "call_1", name: "wörk \u2028 👩‍👧", attempt: 0 },
});

export function forksContract(opened: () => Store): void {
  let store: Store;
  beforeEach(() => {
    store = opened();
  });

  const add = (id: string, origin: string | null = null) =>
    store.sessions.append(id, facts(1, 2), head({ origin: origin === null ? null : from(origin) }));
  const family = async (id: string, limit = 100) => {
    const { items, more } = await store.sessions.family(id, limit);
    return { ids: items.map((item) => item.id), more };
  };

  describe("forks", () => {
    test("knows where a session comes from, alone and in lists, as the newest head says", async () => {
      await add("first");
      await add("fork", "first");
      expect((await store.sessions.summary("fork"))?.origin).toEqual(from("first"));
      expect((await store.sessions.summary("first"))?.origin).toBeNull();
      expect((await store.sessions.list({ limit: 5 })).items.map((item) => item.origin)).toEqual([
        from("first"),
        null,
      ]);
      await store.sessions.append("fork", facts(3, 1), head({ origin: from("other") }));
      expect((await store.sessions.summary("fork"))?.origin).toEqual(from("other"));
    });

    test("gives the whole tree, oldest first, from any of its sessions", async () => {
      await add("root");
      await add("stranger");
      await add("a", "root");
      await add("b", "root");
      await add("aa", "a");
      await add("of stranger", "stranger");
      for (const id of ["root", "a", "b", "aa"])
        expect(await family(id)).toEqual({ ids: ["root", "a", "b", "aa"], more: false });
      expect(await family("stranger")).toEqual({ ids: ["stranger", "of stranger"], more: false });
      expect(await family("none")).toEqual({ ids: [], more: false });
    });

    test("gives what is left of a tree whose first session is not stored", async () => {
      await add("a", "gone");
      await add("aa", "a");
      await add("sibling", "gone");
      expect(await family("aa")).toEqual({ ids: ["a", "aa"], more: false });
      expect((await store.sessions.summary("a"))?.origin?.session_id).toBe("gone");
    });

    test("keeps a session and its origins when the tree is too large", async () => {
      await add("root");
      for (const id of ["a", "b", "c", "d"]) await add(id, "root");
      await add("da", "d");
      expect(await family("da", 3)).toEqual({ ids: ["root", "d", "da"], more: true });
      expect(await family("da", 4)).toEqual({ ids: ["root", "a", "d", "da"], more: true });
      expect(await family("da", 6)).toEqual({ ids: ["root", "a", "b", "c", "d", "da"], more: false });
    });

    test("ends in a circle", async () => {
      await add("a", "b");
      await add("b", "a");
      expect(await family("a")).toEqual({ ids: ["a", "b"], more: false });
    });
  });

  describe("a copy that is no session yet", () => {
    const unfinished = head({ running: true, copying_since: 1_800_000_000_000 });

    test("is in no list and no tree, is not taken up again, and its log can be read", async () => {
      await add("root");
      await store.sessions.append("copy", facts(1, 2), { ...unfinished, origin: from("root") });
      await store.sessions.append("copy", facts(3, 1), { ...unfinished, origin: from("root") });
      expect(await store.sessions.summary("copy")).toBeNull();
      expect((await store.sessions.list({ limit: 5 })).items.map((item) => item.id)).toEqual(["root"]);
      expect(await store.sessions.running()).toEqual(["root"]);
      expect(await family("root")).toEqual({ ids: ["root"], more: false });
      expect(await family("copy")).toEqual({ ids: [], more: false });
      expect(await store.sessions.read("copy", { after: 0, limit: 9 })).toEqual(facts(1, 3));
    });

    test("is a session from its first append without that on", async () => {
      await add("root");
      await store.sessions.append("copy", facts(1, 2), unfinished);
      await store.sessions.append("copy", facts(3, 1), head({ origin: from("root") }));
      expect(await store.sessions.summary("copy")).toMatchObject({
        seq: 3,
        origin: from("root"),
        created_at: 1_800_000_000_000,
        updated_at: 1_700_000_000_003,
      });
      expect(await family("root")).toEqual({ ids: ["root", "copy"], more: false });
      expect(await store.sessions.dropUnfinished()).toBe(0);
      expect(await store.sessions.read("copy", { after: 0, limit: 9 })).toEqual(facts(1, 3));
    });

    test("is given up with all its facts; whoever still writes it finds that out, and no later session is hit", async () => {
      await add("root");
      await store.sessions.append("copy", facts(1, 2), unfinished);
      await store.sessions.append("copy", facts(3, 1), unfinished);
      expect(await store.sessions.dropUnfinished()).toBe(1);
      expect(await store.sessions.dropUnfinished()).toBe(0);
      expect(await store.sessions.read("copy", { after: 0, limit: 9 })).toEqual([]);
      await store.sessions.append("next", facts(1, 3), head());
      for (const seq of [1, 4])
        expect(await store.sessions.append("copy", facts(seq, 1), head())).toEqual({
          ok: false,
          reason: "conflict",
          seq: 0,
        });
      expect(await store.sessions.read("next", { after: 0, limit: 9 })).toEqual(facts(1, 3));
      expect(await store.sessions.read("root", { after: 0, limit: 9 })).toEqual(facts(1, 2));
      expect(await store.sessions.summary("copy")).toBeNull();
    });
  });
}
