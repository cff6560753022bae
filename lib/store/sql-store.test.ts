import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "libsql";
import { afterAll, describe, expect, test } from "vitest";
import type { Fact } from "@/lib/engine/log/facts";
import { storeContract } from "./contract.suite";
import { facts, head, workspace } from "./fixtures/facts";
import { openSqlStore } from "./sql-store";

const folder = mkdtempSync(path.join(tmpdir(), "callscope-store-"));
let files = 0;
const newFile = () => path.join(folder, `${files++}`, "callscope.db");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("SQLite in a file", () => {
  storeContract(async () => {
    const file = newFile();
    return {
      open: () => openSqlStore({ path: file }),
      dispose: async () => rmSync(path.dirname(file), { recursive: true, force: true }),
    };
  });
});

describe("SQLite in memory", () => {
  storeContract(async () => ({
    open: () => openSqlStore({ path: ":memory:" }),
    dispose: async () => undefined,
    forgets: "a database in memory ends with its connection",
  }));
});

describe("the file", () => {
  test("is made with its folder, and is whole by itself once closed", async () => {
    const file = newFile();
    const store = await openSqlStore({ path: file });
    await store.workspaces.create("w1", workspace(), 1);
    await store.close();
    const copy = path.join(folder, "copy.db");
    writeFileSync(copy, readFileSync(file));
    const again = await openSqlStore({ path: copy });
    expect((await again.workspaces.read("w1"))?.id).toBe("w1");
    await again.close();
  });

  test("runs with a write-ahead log", async () => {
    const file = newFile();
    const store = await openSqlStore({ path: file });
    await store.sessions.append("s1", facts(1, 1), head());
    expect(existsSync(`${file}-wal`)).toBe(true);
    await store.close();
  });

  test("takes a name that looks like an address for a file", async () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      await (await openSqlStore({ path: "libsql://localhost/x.db" })).close();
    } finally {
      process.chdir(before);
    }
    expect(existsSync(path.join(folder, "libsql:", "localhost", "x.db"))).toBe(true);
  });

  test("refuses tables of a newer version in plain words and leaves them alone", async () => {
    const file = newFile();
    await (await openSqlStore({ path: file })).close();
    const raw = new Database(file);
    raw.exec("update schema_version set version = 99");
    await expect(openSqlStore({ path: file })).rejects.toThrow(
      "The database was written by a newer version of Callscope (its tables have version 99; this program supports up to 2). " +
        "Update Callscope, or choose another folder with CALLSCOPE_DATA.",
    );
    expect(raw.prepare("select version from schema_version").all([])).toEqual([{ version: 99 }]);
    raw.close();
  });

  test("of version 1 is upgraded: its forks are known by the newest seam of their logs", async () => {
    const file = newFile();
    const store = await openSqlStore({ path: file });
    const origin = (session_id: string) => ({ session_id, seq: 1, at: 5, edit: "nothing" as const });
    const seam = (seq: number, session_id: string): Fact => ({
      seq,
      at: 9,
      type: "session.forked",
      origin: origin(session_id),
    });
    await store.sessions.append("root", facts(1, 1), head());
    await store.sessions.append("a", [...facts(1, 1), seam(2, "root")], head());
    await store.sessions.append("aa", [...facts(1, 1), seam(2, "root"), seam(3, "a")], head());
    await store.close();
    const raw = new Database(file);
    raw.exec("drop index sessions_by_origin");
    for (const column of ["origin", "origin_id", "finished"])
      raw.exec(`alter table sessions drop column ${column}`);
    raw.exec("update schema_version set version = 1");
    raw.close();
    const again = await openSqlStore({ path: file });
    const { items } = await again.sessions.family("aa", 9);
    expect(items.map((item) => item.origin)).toEqual([null, origin("root"), origin("a")]);
    expect(items.map((item) => item.created_at)).toEqual([1_700_000_000_001, 9, 9]);
    expect(await again.sessions.append("aa", facts(4, 1), head({ origin: origin("a") }))).toEqual({
      ok: true,
    });
    await again.close();
  });

  test("says which file is no database, and what to do", async () => {
    const file = path.join(folder, "notes.txt");
    writeFileSync(file, "these are notes, not a database; ".repeat(200));
    await expect(openSqlStore({ path: file })).rejects.toThrow(
      /^The database .*notes\.txt cannot be opened: .*CALLSCOPE_DATA/,
    );
  });

  test("takes a number that is in the log already for a conflict, whatever the head says", async () => {
    const file = newFile();
    const store = await openSqlStore({ path: file });
    await store.sessions.append("s1", facts(1, 2), head());
    const raw = new Database(file);
    raw.exec("insert into facts select session, 3, at, type, turn_id, body from facts where seq = 2");
    raw.close();
    const [refused, other] = await Promise.all([
      store.sessions.append("s1", facts(3, 1), head({ name: "Other" })),
      store.sessions.append("s2", facts(1, 1), head()),
    ]);
    expect(refused).toEqual({ ok: false, reason: "conflict", seq: 3 });
    expect(other).toEqual({ ok: true });
    expect((await store.sessions.summary("s1"))?.name).toBe("Weather");
    await store.close();
  });
});
