import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { ask } from "@/lib/server/testing/ask";
import { json, route } from "./respond";
import { LostSession, Stopping } from "./unavailable";

const echo = route(({ body, id, query }) => json({ body, id, query }), {
  body: z.strictObject({ name: z.string(), deep: z.unknown().optional() }),
  query: z.object({ limit: z.coerce.number().int().default(50) }),
  limit: 20_000,
});
const read = route(() => json({ ok: true }));

const answer = async (response: Response) => ({ status: response.status, ...(await response.json()) });

describe("who may ask", () => {
  test.each(["127.0.0.1:3000", "127.0.0.1", "localhost:8080", "LOCALHOST:3000", "[::1]:3000"])(
    "serves under the host %s",
    async (host) => expect((await ask(read, { headers: { host } })).status).toBe(200),
  );

  test.each([
    "evil.example",
    "evil.example:3000",
    "127.0.0.1.evil.example",
    "localhost.evil.example:3000",
    "127.0.0.1@evil.example",
    "127.0.0.1:3000, evil.example",
    "127.0.0.1:",
    "127.0.0.1:x",
    "localhost.",
    "2130706433",
    "0.0.0.0:3000",
    "[::ffff:127.0.0.1]",
    "",
  ])("refuses the host %j", async (host) => {
    expect(await answer(await ask(read, { headers: { host } }))).toEqual({
      status: 403,
      reason: "unknown_host",
      error: expect.stringContaining("CALLSCOPE_HOSTS"),
    });
  });

  test.each<Record<string, string>>([
    {},
    { origin: "http://127.0.0.1:3000" },
    { origin: "https://127.0.0.1:3000" },
    { "sec-fetch-site": "same-origin", origin: "http://127.0.0.1:3000" },
    { "sec-fetch-site": "none" },
  ])("serves a request with %j", async (headers) => {
    expect((await ask(read, { headers })).status).toBe(200);
  });

  test.each<Record<string, string>>([
    { origin: "null" },
    { origin: "http://evil.example" },
    { origin: "http://127.0.0.1:3001" },
    { origin: "http://127.0.0.1" },
    { origin: "http://localhost:3000" },
    { origin: "http://127.0.0.1:3000.evil.example" },
    { origin: "http://user@127.0.0.1:3000x" },
    { origin: "file://127.0.0.1:3000" },
    { origin: "chrome-extension://127.0.0.1:3000" },
    { origin: "" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", origin: "http://127.0.0.1:3000" },
    { "sec-fetch-site": "anything" },
  ])("refuses a request with %j, reads too", async (headers) => {
    for (const asked of [{}, { body: { name: "x" } }])
      expect(await answer(await ask(asked.body ? echo : read, { ...asked, headers }))).toEqual({
        status: 403,
        reason: "forbidden_origin",
        error: expect.any(String),
      });
  });
});

describe("what a body must be", () => {
  test("hands on body, address and query", async () => {
    const asked = { body: { name: "Zürich" }, id: "ws_1", path: "/api/thing?limit=7" };
    expect(await answer(await ask(echo, asked))).toEqual({
      status: 200,
      body: { name: "Zürich" },
      id: "ws_1",
      query: { limit: 7 },
    });
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/jsonx",
    "",
  ])("refuses the content type %j", async (type) => {
    const response = await ask(echo, { body: { name: "x" }, headers: { "content-type": type } });
    expect(await answer(response)).toMatchObject({ status: 415, reason: "not_json" });
  });

  test("takes JSON with a charset", async () => {
    const headers = { "content-type": "Application/JSON; charset=utf-8" };
    expect((await ask(echo, { body: { name: "x" }, headers })).status).toBe(200);
  });

  test.each([
    "",
    "{",
    "{'name':1}",
    '{"name":"x"} trailing',
    "undefined",
    Buffer.from('{"name":"\xff"}', "latin1"),
  ])("refuses %j, which is not JSON", async (body) => {
    const response = await ask(echo, { body, method: "POST" });
    expect(await answer(response)).toMatchObject({ status: 400, reason: "bad_body" });
  });

  test("names the field of a body that does not fit", async () => {
    expect(await answer(await ask(echo, { body: { name: 7 } }))).toMatchObject({
      status: 400,
      reason: "bad_body",
      field: "name",
      error: expect.stringContaining("name"),
    });
    expect(await answer(await ask(echo, { body: { name: "x", extra: 1 } }))).toMatchObject({
      field: "extra",
    });
  });

  test("names the field of a query that does not fit", async () => {
    const asked = { body: { name: "x" }, path: "/api/thing?limit=many" };
    expect(await answer(await ask(echo, asked))).toMatchObject({
      status: 400,
      reason: "bad_query",
      field: "limit",
    });
  });

  test("refuses a body above the limit by its stated length, without reading it", async () => {
    const pull = vi.fn();
    const request = new Request("http://127.0.0.1:3000/api/thing", {
      method: "POST",
      headers: { host: "127.0.0.1:3000", "content-type": "application/json", "content-length": "20001" },
      body: new ReadableStream({ pull }, { highWaterMark: 0 }),
      duplex: "half",
    } as RequestInit);
    const response = await echo(request, { params: Promise.resolve({}) });
    expect(await answer(response)).toMatchObject({ status: 413, reason: "body_too_large" });
    expect(pull).not.toHaveBeenCalled();
  });

  test("stops reading a body that turns out larger than the limit", async () => {
    let sent = 0;
    const cancel = vi.fn();
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1000;
        controller.enqueue(new Uint8Array(1000).fill(0x20));
      },
      cancel,
    });
    const request = new Request("http://127.0.0.1:3000/api/thing", {
      method: "POST",
      headers: { host: "127.0.0.1:3000", "content-type": "application/json" },
      body: endless,
      duplex: "half",
    } as RequestInit);
    expect((await echo(request, { params: Promise.resolve({}) })).status).toBe(413);
    expect(cancel).toHaveBeenCalled();
    expect(sent).toBeLessThan(40_000);
  });

  test("takes a body of exactly the limit", async () => {
    const body = `{"name":"${"x".repeat(20_000 - 11)}"}`;
    expect(body.length).toBe(20_000);
    expect((await ask(echo, { body })).status).toBe(200);
    expect((await ask(echo, { body: `${body} ` })).status).toBe(413);
  });

  test("refuses a body that is nested too deeply, and answers with one just below", async () => {
    const nested = (levels: number) => `{"name":"x","deep":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    expect(await answer(await ask(echo, { body: nested(3000) }))).toMatchObject({
      status: 400,
      reason: "bad_body",
      error: expect.stringContaining("3000"),
    });
    expect((await ask(echo, { body: nested(2999) })).status).toBe(200);
  });

  test("does not count brackets in strings", async () => {
    const name = `${'[[[[\\"'.repeat(3000)}\\\\`;
    expect((await ask(echo, { body: `{"name":"${name}"}` })).status).toBe(200);
    const deep = `${"[".repeat(3000)}${"]".repeat(3000)}`;
    expect((await ask(echo, { body: `{"name":"\\\\","deep":${deep}}` })).status).toBe(400);
  });
});

describe("how an answer looks", () => {
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("lets nothing on the way keep it", async () => {
    for (const headers of [{}, { host: "evil.example" }] as Record<string, string>[])
      expect((await ask(read, { headers })).headers.get("cache-control")).toBe("no-store");
  });

  test("is a 500 without a stack or a secret when the handler throws; the log has the stack, no body and no header", async () => {
    const broken = route(
      () => {
        throw new Error("no key sk-ant-api03-planted_KEY-1 in the drawer");
      },
      { body: z.unknown() },
    );
    const asked = {
      body: { planted: "body" },
      path: "/api/thing?planted=query",
      headers: { "x-planted": "header" },
    };
    const response = await ask(broken, asked);
    expect(await answer(response)).toEqual({
      status: 500,
      reason: "failed",
      error: "Callscope failed: no key [secret removed] in the drawer",
    });
    const logged = vi.mocked(console.error).mock.calls.flat().join("\n");
    expect(logged).toContain(
      "Callscope failed on POST /api/thing: Error: no key [secret removed] in the drawer\n    at ",
    );
    expect(logged).not.toMatch(/planted/);
  });
});

test("says of a session out of reach why, and where it is", async () => {
  const throwing = (error: Error) =>
    ask(
      route(() => {
        throw error;
      }),
    );
  expect(await answer(await throwing(new LostSession("ses_1")))).toEqual({
    status: 409,
    reason: "conflict",
    error: expect.stringContaining("ses_1"),
  });
  expect(await answer(await throwing(new Stopping()))).toEqual({
    status: 503,
    reason: "stopping",
    error: expect.stringContaining("Try again when it is running again"),
  });
});
