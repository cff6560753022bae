/** The handlers of the API with the real store and the real checker, called as the server calls them. */
import { describe, expect, test } from "vitest";
import * as unknownRoute from "@/app/api/[...path]/route";
import * as check from "@/app/api/check/route";
import * as health from "@/app/api/health/route";
import * as settings from "@/app/api/settings/route";
import * as workspace from "@/app/api/workspaces/[id]/route";
import * as workspaces from "@/app/api/workspaces/route";
import { ask } from "@/lib/server/testing/ask";
import { onOwnFolder } from "@/lib/server/testing/on-folder";

onOwnFolder({
  ANTHROPIC_API_KEY: "sk-ant-planted",
  CALLSCOPE_WORKER_SECRET: "planted-worker-secret",
});

const answer = async (response: Response) => ({ status: response.status, body: await response.json() });

const WEATHER = {
  callscope: 1,
  name: "Weather",
  agent: {
    model: "scripted",
    tools: [{ name: "get_weather", input: { type: "object" }, runner: { kind: "person" } }],
  },
  model: { kind: "scripted" },
  worker: { kind: "tools" },
};

test("GET /api/health says version, store and how many sessions are under way", async () => {
  expect(await answer(await ask(health.GET))).toEqual({
    status: 200,
    body: {
      ok: true,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      store: expect.stringMatching(/^sqlite \d/i),
      running: 0,
    },
  });
});

test("GET /api/settings says that there are secrets, and none of them", async () => {
  const { body } = await answer(await ask(settings.GET));
  expect(body).toEqual({
    anthropic_key: true,
    worker_secret: true,
    listens: "loopback",
    version: expect.any(String),
  });
});

test("answers for an unknown address of the API in JSON", async () => {
  for (const handler of [unknownRoute.GET, unknownRoute.POST, unknownRoute.DELETE])
    expect(await answer(await ask(handler, { path: "/api/nothing/here" }))).toEqual({
      status: 404,
      body: { reason: "not_found", error: expect.stringContaining("/api/nothing/here") },
    });
});

test("checks Host and Origin on every handler", async () => {
  const handlers = [unknownRoute, check, health, settings, workspace, workspaces].flatMap((file) =>
    Object.values(file),
  );
  for (const handler of handlers) {
    expect((await ask(handler, { headers: { host: "rebound.example" } })).status).toBe(403);
    expect((await ask(handler, { headers: { origin: "null" } })).status).toBe(403);
  }
});

describe("/api/check", () => {
  const input = { type: "object", properties: { days: { type: "integer" } }, required: ["days"] };
  const ok = { status: "ok", dialect: expect.any(String), notes: expect.any(Array) };

  test("judges arguments that conform, and proposes nothing", async () => {
    const body = { tool: { name: "forecast", input }, arguments: '{"days": 3}' };
    const { status, body: got } = await answer(await ask(check.POST, { body }));
    expect(status).toBe(200);
    expect(got).toEqual({
      declaration: { input: ok, output: { status: "none", notes: [] }, name: { status: "ok", notes: [] } },
      input: expect.objectContaining({ status: "valid", value: { days: 3 }, findings: [] }),
    });
  });

  test("judges arguments that break the schema, with the places, and proposes what the engine would", async () => {
    const inputText = '{"properties": {"days": {"type": "integer"}}}';
    const body = { tool: { name: "forecast", inputText }, arguments: '{"days": "3"}' };
    const { body: got } = await answer(await ask(check.POST, { body }));
    expect(got.input).toMatchObject({
      status: "invalid",
      value: { days: "3" },
      findings: [
        {
          keyword: "type",
          instancePath: "/days",
          at: { offset: 9, length: 3, line: 1, column: 10 },
          schemaAt: { offset: inputText.indexOf('"type"') },
        },
      ],
    });
    expect(got.proposed).toEqual({
      type: "tool.error",
      error: `invalid tool arguments: ${got.input.error}`,
      retryable: false,
    });
  });

  test.each([
    [{ arguments: " " }, { input: {} }],
    [{ result: "plain" }, { output: "plain" }],
    [{ result: "[1, 2]" }, { output: [1, 2] }],
    [{ result: { a: null } }, { output: { a: null } }],
    [{ result: null }, { output: "" }],
    [
      { result: JSON.stringify({ rows: Array.from({ length: 20_000 }, (_, id) => id) }) },
      { output: { rows: { length: 20_000 } } },
    ],
  ])("answers with the value that was checked: %#", async (tried, values) => {
    const { body: got } = await answer(
      await ask(check.POST, { body: { tool: { name: "forecast" }, ...tried } }),
    );
    for (const [side, value] of Object.entries(values))
      expect(got[side]).toMatchObject({ status: "valid", value });
  });

  test("proposes an error for malformed arguments too", async () => {
    const body = { tool: { name: "forecast", input }, arguments: '{"days": 3' };
    const { body: got } = await answer(await ask(check.POST, { body }));
    expect(got.input.status).toBe("malformed");
    expect(got.input).not.toHaveProperty("value");
    expect(got.proposed.error).toBe(`invalid tool arguments: ${got.input.error}`);
  });

  test("lets a call through when the schema is unusable, and says so at the declaration", async () => {
    const body = { tool: { name: "forecast", inputText: '{"type": "strnig"}' }, arguments: "{}" };
    const { body: got } = await answer(await ask(check.POST, { body }));
    expect(got.declaration.input.status).toBe("unusable");
    expect(got.input.status).toBe("unchecked");
    expect(got).not.toHaveProperty("proposed");
  });

  test("reads a result as JSON when it parses, a value that is no text as JSON", async () => {
    const tool = { name: "forecast", output: { type: "string" } };
    const readAs = async (result: unknown) => {
      const { body: got } = await answer(await ask(check.POST, { body: { tool, result } }));
      expect(got).not.toHaveProperty("input");
      expect(got).not.toHaveProperty("proposed");
      return [got.output.status, got.output.readAs];
    };
    expect(await readAs("sunny")).toEqual(["valid", "text"]);
    expect(await readAs("42")).toEqual(["invalid", "json"]);
    expect(await readAs(42)).toEqual(["invalid", "json"]);
    expect(await readAs(null)).toEqual(["valid", "text"]);
  });

  test("has `format` be a rule or not as it is told", async () => {
    const tool = { name: "mail", input: { properties: { to: { format: "email" } } } };
    const statusWith = async (formats?: string) =>
      (await answer(await ask(check.POST, { body: { tool, formats, arguments: '{"to":"nobody"}' } }))).body
        .input.status;
    expect(await statusWith()).toBe("valid");
    expect(await statusWith("always")).toBe("invalid");
  });

  test("takes a schema text that goes before the value, and a blank one as none", async () => {
    const declared = async (tool: object) =>
      (await answer(await ask(check.POST, { body: { tool: { name: "t", ...tool } } }))).body.declaration.input
        .status;
    expect(await declared({ input, inputText: "{" })).toBe("unusable");
    expect(await declared({ inputText: " \n" })).toBe("none");
  });

  test("says what providers refuse about a tool's name", async () => {
    const { body: got } = await answer(await ask(check.POST, { body: { tool: { name: "get weather" } } }));
    expect(got.declaration.name.notes).not.toEqual([]);
  });

  test("names the field of a body that does not fit", async () => {
    const response = await ask(check.POST, { body: { tool: { name: "t" }, arguments: {} } });
    expect(await answer(response)).toMatchObject({
      status: 400,
      body: { reason: "bad_body", field: "arguments" },
    });
  });
});

describe("/api/workspaces", () => {
  const create = async (name: string) =>
    (await answer(await ask(workspaces.POST, { body: { ...WEATHER, name } }))).body;

  test("creates, reads, saves and deletes", async () => {
    const created = await answer(await ask(workspaces.POST, { body: WEATHER }));
    expect(created).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^ws_/),
        revision: 1,
        updated_at: expect.any(Number),
        workspace: WEATHER,
      },
    });
    const { id } = created.body;
    expect((await answer(await ask(workspace.GET, { id }))).body).toEqual(created.body);
    const renamed = { ...WEATHER, name: "Renamed" };
    const saved = await answer(
      await ask(workspace.PUT, { id, method: "PUT", body: { workspace: renamed, revision: 1 } }),
    );
    expect(saved).toMatchObject({ status: 200, body: { id, revision: 2, workspace: renamed } });
    expect((await ask(workspace.DELETE, { id, method: "DELETE" })).status).toBe(204);
    expect(await answer(await ask(workspace.GET, { id }))).toMatchObject({
      status: 404,
      body: { reason: "not_found" },
    });
  });

  test("never overwrites a newer revision, and hands it over", async () => {
    const { id } = await create("first");
    const save = (name: string, revision: number) =>
      ask(workspace.PUT, { id, method: "PUT", body: { workspace: { ...WEATHER, name }, revision } });
    await save("second", 1);
    const late = await answer(await save("late", 1));
    expect(late).toMatchObject({
      status: 409,
      body: { reason: "conflict", current: { id, revision: 2, workspace: { name: "second" } } },
    });
    expect((await answer(await ask(workspace.GET, { id }))).body.workspace.name).toBe("second");
    expect(await answer(await save("third", 2))).toMatchObject({ status: 200, body: { revision: 3 } });
  });

  test("says 404 for one that is not there", async () => {
    const body = { workspace: WEATHER, revision: 1 };
    for (const response of [
      await ask(workspace.GET, { id: "ws_none" }),
      await ask(workspace.PUT, { id: "ws_none", method: "PUT", body }),
      await ask(workspace.DELETE, { id: "ws_none", method: "DELETE" }),
    ])
      expect(await answer(response)).toMatchObject({ status: 404, body: { reason: "not_found" } });
  });

  test("lists by page", async () => {
    const ids = [(await create("a")).id, (await create("b")).id, (await create("c")).id];
    const first = (await answer(await ask(workspaces.GET, { path: "/api/workspaces?limit=2" }))).body;
    expect(first.items).toHaveLength(2);
    expect(first.items[0]).toEqual({
      id: expect.any(String),
      revision: expect.any(Number),
      updated_at: expect.any(Number),
      name: expect.any(String),
      tools: 1,
    });
    const next = encodeURIComponent(first.next);
    const second = (
      await answer(await ask(workspaces.GET, { path: `/api/workspaces?limit=200&before=${next}` }))
    ).body;
    const listed = [...first.items, ...second.items].map((item: { id: string }) => item.id);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(expect.arrayContaining(ids));
    expect(second.next).toBeNull();
  });

  test.each([
    [{ ...WEATHER, callscope: 2 }, "callscope"],
    [{ ...WEATHER, agent: { ...WEATHER.agent, tools: [{ name: 7 }] } }, "agent.tools[0].name"],
    [{ ...WEATHER, surprise: true }, "surprise"],
  ])("names the field of a workspace that does not fit: %#", async (body, field) => {
    expect(await answer(await ask(workspaces.POST, { body }))).toMatchObject({
      status: 400,
      body: { reason: "bad_body", field },
    });
  });

  test("names the field of a query that does not fit", async () => {
    expect(await answer(await ask(workspaces.GET, { path: "/api/workspaces?limit=0" }))).toMatchObject({
      status: 400,
      body: { reason: "bad_query", field: "limit" },
    });
  });
});
