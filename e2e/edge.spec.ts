/** Which requests are served, sent over the wire: a browser's fetch would not let a test forge these headers. */
import http from "node:http";
import { expect, test } from "./fixtures";

interface Asked {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

function ask(
  url: string,
  { path, method = "GET", headers = {}, body }: Asked,
): Promise<http.IncomingMessage & { text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(path, url), { method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve(Object.assign(response, { text: Buffer.concat(chunks).toString() }));
    });
    request.on("error", reject).end(body);
  });
}

const PATHS = [
  "/",
  "/sessions/ses_none",
  "/openapi.json",
  "/api/health",
  "/api/sessions/ses_none/events",
  "/api/none",
];

test("nothing is served under an unknown host", async ({ app }) => {
  for (const path of PATHS) {
    for (const host of ["rebound.example", "127.0.0.1.rebound.example", "localhost.rebound.example:3000"]) {
      const response = await ask(app.url, { path, headers: { host } });
      expect([path, host, response.statusCode]).toEqual([path, host, 403]);
    }
  }
});

test("it is served as localhost too", async ({ app }) => {
  const { port } = new URL(app.url);
  for (const host of [`localhost:${port}`, `[::1]:${port}`])
    expect((await ask(app.url, { path: "/api/health", headers: { host } })).statusCode).toBe(200);
});

test("a page of another site gets nothing from the API", async ({ app }) => {
  const forged: Record<string, string>[] = [
    { origin: "null" },
    { origin: "http://other.example" },
    { origin: "http://127.0.0.1:1" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ];
  for (const path of PATHS.filter((path) => path.startsWith("/api/"))) {
    for (const headers of forged) {
      const response = await ask(app.url, { path, headers });
      expect([path, headers, response.statusCode]).toEqual([path, headers, 403]);
    }
  }
});

test("a form of another site cannot post, whatever it claims to be", async ({ app }) => {
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
    const asked = {
      path: "/api/check",
      method: "POST",
      headers: { "content-type": type },
      body: '{"tool":{"name":"x"}}',
    };
    expect((await ask(app.url, asked)).statusCode).toBe(415);
  }
});

test("a body above the limit is refused and the app stays well", async ({ app }) => {
  const body = JSON.stringify({ tool: { name: "x".repeat(13 * 1024 * 1024) } });
  const asked = { path: "/api/check", method: "POST", headers: { "content-type": "application/json" }, body };
  expect((await ask(app.url, asked)).statusCode).toBe(413);
  expect((await ask(app.url, { path: "/api/health" })).statusCode).toBe(200);
});

test("paths with tricks lead nowhere", async ({ app }) => {
  for (const path of [
    "/..%2fpackage.json",
    "/%2e%2e/package.json",
    "/api/..%2f..%2fpackage.json",
    "/.callscope/callscope.db",
    "/package.json",
  ])
    expect([path, (await ask(app.url, { path })).statusCode]).toEqual([path, 404]);
});

test("every answer carries the security headers", async ({ app }) => {
  for (const path of PATHS) {
    const { headers } = await ask(app.url, { path });
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).not.toContain("unsafe-eval");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
    });
    expect(headers).not.toHaveProperty("x-powered-by");
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  }
});
