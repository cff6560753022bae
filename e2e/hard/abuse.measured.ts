/** What strangers on the network send to the built app, on every route there is. */
import { createConnection } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningApp, startApp, withDataFolder } from "../server";
import { ask, type Forged, routesOfApp, type Seen } from "./testing/forged";

let app: RunningApp;
let sessionId: string;
let finish: () => void;
let finished: Promise<void>;

const MB = 1024 * 1024;
const JSON_TYPE = { "content-type": "application/json" };

beforeAll(
  () =>
    new Promise<void>((ready, failed) => {
      finished = withDataFolder(async (folder) => {
        app = await startApp({ CALLSCOPE_DATA: folder });
        sessionId = JSON.parse(
          (await send({ path: "/api/sessions", method: "POST", body: SESSION })).text,
        ).id;
        ready();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        await app.stop();
      });
      finished.catch(failed);
    }),
);
afterAll(async () => {
  expect(app.output()).not.toMatch(/Error|^ +at /m);
  finish();
  await finished;
});

const SESSION = JSON.stringify({
  workspace: {
    callscope: 1,
    name: "abuse",
    agent: { model: "scripted", tools: [] },
    model: { kind: "scripted" },
    script: [{ text: "done" }],
    worker: { kind: "tools" },
  },
  message: "go",
});

/** A request with a body is JSON unless it says otherwise. */
const send = ({ headers, ...asked }: Forged): Promise<Seen> =>
  ask(app.url, { ...asked, headers: { ...(asked.body === undefined ? {} : JSON_TYPE), ...headers } });

async function expectWell(): Promise<void> {
  const before = performance.now();
  expect((await send({ path: "/api/health" })).status).toBe(200);
  expect(performance.now() - before).toBeLessThan(5_000);
}

/** The status, or `cut` where the connection was closed while the request was still being written. */
const statusOrCut = (asked: Promise<Seen>): Promise<number | "cut"> =>
  asked.then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE" || error.code === "ECONNRESET") return "cut";
      throw error;
    },
  );

/** All at once. */
const each = <T>(items: readonly T[], use: (item: T) => Promise<void>) => Promise.all(items.map(use));

/** Every route with what it exports, and the methods that come of themselves. */
const ASKED = routesOfApp().flatMap(({ path, methods }) =>
  [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].map((method) => ({ path, method })),
);
const TAKING = ASKED.filter(({ method }) => method === "POST" || method === "PUT").filter(
  ({ path }) => path !== "/api/none",
);

/** As the route is for a session that is there: so that a check that came too late would show. */
const real = (path: string) => path.replace("sessions/none", `sessions/${sessionId}`);

test("finds the routes", () => {
  expect(routesOfApp().map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "/api/none",
      "/api/check",
      "/api/sessions/none/events",
      "/api/sessions/none/commands",
    ]),
  );
  expect(ASKED.length).toBeGreaterThan(15);
  expect(TAKING.length).toBeGreaterThan(4);
});

describe("on every route and method", () => {
  const hosts = [
    "rebound.example",
    "127.0.0.1.nip.example",
    "localhost.rebound.example",
    "localhost.",
    "127.1",
    "2130706433",
    "0x7f000001",
    "[::ffff:127.0.0.1]",
    "0.0.0.0",
    "127.0.0.1@rebound.example",
    "169.254.169.254",
    "127.0.0.1, rebound.example",
    "lócalhost",
  ];
  test("nothing is served under a host that is not ours", async () => {
    for (const { path, method } of [
      ...ASKED,
      { path: "/", method: "GET" },
      { path: "/_next/none.js", method: "GET" },
    ])
      await each(hosts, async (host) => {
        const { status } = await send({ path: real(path), method, headers: { host } });
        expect([method, path, host, status]).toEqual([method, path, host, 403]);
      });
  });

  test("nothing is answered by the framework alone under a host that is not ours", async () => {
    for (const { path } of routesOfApp())
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"])
        for (const target of [path, `${path}/`, `/${path}`]) {
          const { status, headers } = await send({
            path: target,
            method,
            headers: { host: "rebound.example" },
          });
          expect([method, target, status, headers.location]).toEqual([method, target, 403, undefined]);
        }
  });

  const forged: Record<string, string>[] = [
    { origin: "null" },
    { origin: "http://rebound.example" },
    { origin: "http://127.0.0.1:1" },
    { origin: "http://localhost" },
    { origin: "https://127.0.0.1.rebound.example" },
    { origin: "file://" },
    { origin: "chrome-extension://abcdefghijklmnop" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  ];
  test("no page of another site gets an answer, nor leave to ask", async () => {
    for (const { path, method } of ASKED)
      await each(forged, async (headers) => {
        const { status, text, headers: seen } = await send({ path: real(path), method, headers });
        expect([method, path, headers, status]).toEqual([method, path, headers, 403]);
        expect(Object.keys(seen).filter((name) => name.startsWith("access-control-"))).toEqual([]);
        expect(text).not.toContain(sessionId);
      });
  });

  test("a preflight and methods of no use get nothing", async () => {
    for (const { path } of [...routesOfApp(), { path: "/" }])
      for (const method of ["OPTIONS", "TRACE", "PROPFIND", "SEARCH", "LOCK"]) {
        const headers = { origin: "http://rebound.example", "access-control-request-method": "POST" };
        const { status, headers: seen } = await send({ path, method, headers });
        expect([method, path, status]).toEqual([method, path, 405]);
        expect(Object.keys(seen).filter((name) => name.startsWith("access-control-"))).toEqual([]);
      }
  });

  test("strict headers stand on every answer", async () => {
    const pages = ["/", `/sessions/${sessionId}`, "/none", "/openapi.json", "/api/sessions/%ff"];
    for (const asked of [...ASKED, ...pages.map((path) => ({ path, method: "GET" }))]) {
      const { headers } = await send({ ...asked, path: real(asked.path) });
      const csp = String(headers["content-security-policy"]);
      expect([asked, csp]).toEqual([asked, expect.stringContaining("frame-ancestors 'none'")]);
      expect(csp).not.toMatch(/unsafe-eval|\*|https?:/);
      expect(csp).toMatch(/default-src '(self|none)'/);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
      });
      expect(headers).not.toHaveProperty("x-powered-by");
      expect(headers).not.toHaveProperty("server");
    }
  });
});

describe("a body", () => {
  const types = [
    "",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
  ];
  test("of another content type, or of none, is not read", async () => {
    for (const { path, method } of TAKING)
      for (const type of types) {
        const { status } = await ask(app.url, {
          path: real(path),
          method,
          body: SESSION,
          headers: { "content-type": type },
        });
        expect([path, type, status]).toEqual([path, type, 415]);
      }
    for (const { path, method } of TAKING)
      expect((await ask(app.url, { path: real(path), method, body: SESSION })).status).toBe(415);
  });

  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const bodies: [string, string | Uint8Array, number][] = [
    ["nothing", "", 400],
    ["no JSON", "{", 400],
    ["null", "null", 400],
    ["a list", "[]", 400],
    ["a number", "1e400", 400],
    ["no UTF-8", Buffer.from([0x22, 0xc3, 0x28, 0x22]), 400],
    ["names of prototypes", '{"__proto__":{"type":"cancel"},"constructor":{"name":"x"}}', 400],
    ["100,000 levels", nested(100_000), 400],
    ["100,000 levels in a member", `{"workspace":${nested(100_000)}}`, 400],
    ["quotes that never close", `"${'\\"'.repeat(5 * MB)}`, 400],
    ["4 million wrong values", `[${"0,".repeat(4_000_000)}0]`, 413],
    ["4 million wrong values in a member", `{"workspace":[${"0,".repeat(4_000_000)}0]}`, 413],
  ];
  test.each(bodies)("of %s is refused at once, and the app stays well", async (_, body, expected) => {
    for (const { path, method } of body.length > MB ? TAKING.slice(0, 2) : TAKING) {
      const before = performance.now();
      const { status, text } = await send({ path: real(path), method, body });
      expect([path, status]).toEqual([path, expected]);
      expect(JSON.parse(text)).toMatchObject({ error: expect.any(String), reason: expect.any(String) });
      expect(text.length).toBeLessThan(2_000);
      expect(performance.now() - before).toBeLessThan(5_000);
    }
    await expectWell();
  });

  test("above the limit, stated or not, or without an end, is cut off", async () => {
    const piece = Buffer.alloc(64 * 1024, "[");
    function* pieces(count: number) {
      for (let at = 0; at < count; at += 1) yield piece;
    }
    for (const { path, method } of TAKING) {
      const stated = { "content-length": String(1024 * MB) };
      expect((await send({ path: real(path), method, headers: stated, body: "[" })).status).toBe(413);
      const before = performance.now();
      const endless = statusOrCut(send({ path: real(path), method, body: pieces(16_384) }));
      expect(await endless).toBeOneOf([413, "cut"]);
      expect(performance.now() - before).toBeLessThan(5_000);
    }
    await expectWell();
  });
});

describe("an address", () => {
  const ids = [
    "%00",
    "a%00b",
    "..%2f..%2fpackage.json",
    "%2e%2e%2f%2e%2e",
    "..%5c..",
    "%0d%0aset-cookie:x=1",
    "%F0%9F%98%80",
    "%ed%a0%80",
    "%E0%A4%A",
    "%",
    "%zz",
    "%u0041",
    "__proto__",
    "constructor",
    "' OR 1=1 --",
    "ses_%25",
    "*",
    "x".repeat(4_000),
    "%C3%A9".repeat(2_000),
  ];
  test("with tricks in it finds nothing and breaks nothing", async () => {
    for (const id of ids)
      for (const path of [
        `/api/sessions/${id}`,
        `/api/sessions/${id}/events`,
        `/api/workspaces/${id}`,
        `/sessions/${id}`,
        `/${id}`,
      ]) {
        const { status, text, headers } = await ask(app.url, { path: path.replaceAll(" ", "%20") });
        expect([path.slice(0, 60), status]).toEqual([
          path.slice(0, 60),
          expect.toBeOneOf([200, 308, 400, 404, 431]),
        ]);
        // A page is served for any id and says itself that there is none.
        if (status === 200) expect(path).toMatch(/^\/sessions\//);
        expect(text).not.toMatch(/"dependencies"|\n +at |root:/);
        expect(headers).not.toHaveProperty("set-cookie");
      }
    for (const path of ["/", "/api/sessions/", "/sessions/"])
      expect(await statusOrCut(ask(app.url, { path: path + "x".repeat(100_000) }))).toBeOneOf([431, "cut"]);
    await expectWell();
  });

  test("of another server is not ours to answer", async () => {
    for (const path of [
      "http://rebound.example/api/health",
      "http://127.0.0.1/api/health",
      "*",
      "rebound.example:80",
    ]) {
      const { status, headers } = await ask(app.url, { path });
      expect([path, status, headers.location]).toEqual([path, 400, undefined]);
    }
  });
});

describe("a connection", () => {
  const talk = (text: string): Promise<string> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(app.url);
      let said = "";
      const socket = createConnection(Number(port), hostname, () => socket.write(text));
      const enough = () => {
        socket.destroy();
        resolve(said);
      };
      socket.setEncoding("utf8").on("data", (piece) => {
        said += piece;
      });
      socket.on("error", enough).on("close", enough).setTimeout(1_000, enough);
    });
  const host = () => `Host: ${new URL(app.url).host}\r\n`;

  test.each([
    ["another protocol", () => "SSH-2.0-OpenSSH_9.9\r\n\r\n"],
    ["no host", () => "GET /api/health HTTP/1.1\r\n\r\n"],
    [
      "two lengths",
      () => `POST /api/check HTTP/1.1\r\n${host()}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    ],
    [
      "a length and chunks",
      () =>
        `POST /api/check HTTP/1.1\r\n${host()}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["100 KB of headers", () => `GET /api/health HTTP/1.1\r\n${host()}X-A: ${"x".repeat(100_000)}\r\n\r\n`],
    ["20,000 headers", () => `GET /api/health HTTP/1.1\r\n${host()}${"X: 1\r\n".repeat(20_000)}\r\n`],
  ])("with %s is refused and closed", async (_, text) => {
    expect(await talk(text())).toMatch(/^HTTP\/1\.1 4\d\d /);
    await expectWell();
  });

  test("that asks without naming a host gets nothing", async () => {
    expect(await talk("GET /api/health HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 403 /);
    expect(await talk("GET /api/health HTTP/1.1\r\nHost:\r\n\r\n")).toMatch(/^HTTP\/1\.1 403 /);
  });

  test("that would become a socket of another kind does not", async () => {
    const upgrade =
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n";
    for (const name of [host(), "Host: rebound.example\r\n"])
      expect(await talk(`GET /api/health HTTP/1.1\r\n${name}${upgrade}\r\n`)).not.toMatch(
        / 101 |"ok":true.*rebound/,
      );
    expect(await talk(`CONNECT 127.0.0.1:22 HTTP/1.1\r\n${host()}\r\n`)).not.toMatch(/ 200 /);
    await expectWell();
  });

  test("of two hundred that never finish asking holds nobody up", async () => {
    const half = `POST /api/check HTTP/1.1\r\n${host()}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    const waiting = Promise.all(Array.from({ length: 200 }, () => talk(half)));
    await expectWell();
    await waiting;
    await expectWell();
  });
});
