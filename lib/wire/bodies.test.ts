import { describe, expect, test } from "vitest";
import { parseBody } from "./bodies";
import { checkBodySchema } from "./check";
import { commandSchema } from "./commands";
import { eventsQuerySchema } from "./events";
import { listQuerySchema } from "./pages";
import { sessionListQuerySchema, startSessionSchema } from "./sessions";
import { saveWorkspaceSchema } from "./workspaces";

const tool = { name: "get_weather", runner: { kind: "person" } };
const agent = { model: "m", tools: [tool] };
const workspace = {
  callscope: 1,
  name: "Weather",
  agent,
  model: { kind: "scripted" },
  worker: { kind: "tools" },
};

describe("a workspace in a body", () => {
  const save = (changes: object) =>
    parseBody(saveWorkspaceSchema, { revision: 1, workspace: { ...workspace, ...changes } });
  const withTool = (changes: object) => save({ agent: { ...agent, tools: [tool, { ...tool, ...changes }] } });

  test("is handed on as it came", () => {
    const retry = { max_attempts: 3, timeout_secs: null };
    const schemas = { retry, input: { type: "object" }, output: null, inputText: "{ }" };
    const file = { ...workspace, agent: { ...agent, retry, tools: [{ ...tool, ...schemas }] } };
    expect(parseBody(saveWorkspaceSchema, { workspace: file, revision: 3 })).toEqual({
      ok: true,
      value: { workspace: file, revision: 3 },
    });
  });

  test.each([
    [save({ name: 5 }), "workspace.name", "must be a string, not 5"],
    [save({ name: "" }), "workspace.name", "must not be empty"],
    [save({ callscope: 2 }), "workspace.callscope", "must be 1, not 2"],
    [save({ callscope: undefined }), "workspace.callscope", "is missing: it must be 1"],
    [save({ parallel: 0 }), "workspace.parallel", "must be at least 1"],
    [save({ parallel: 1.5 }), "workspace.parallel", "must be a whole number, not 1.5"],
    [save({ agent: null }), "workspace.agent", "must be an object, not null"],
    [save({ agent: { ...agent, tools: {} } }), "workspace.agent.tools", "must be an array, not an object"],
    [save({ tools: [] }), "workspace.tools", "is not a known member"],
    [save({ "a b": 1 }), 'workspace["a b"]', "is not a known member"],
    [withTool({ name: undefined }), "workspace.agent.tools[1].name", "is missing"],
    [
      withTool({ runner: { kind: "python" } }),
      "workspace.agent.tools[1].runner.kind",
      'must be one of "responses", "script", "person", not "python"',
    ],
    [
      withTool({ runner: { kind: "responses", rules: [{ then: { result: 1, hang: true } }] } }),
      "workspace.agent.tools[1].runner.rules[0].then",
      "give one of result, error and hang",
    ],
    [
      withTool({ handler: "server" }),
      "workspace.agent.tools[1].handler",
      'must be one of "worker", "client", not "server"',
    ],
    [
      withTool({ retry: { max_attempts: "3" } }),
      "workspace.agent.tools[1].retry.max_attempts",
      "must be a number, not a string",
    ],
    [
      withTool({ retry: { attempts: 3 } }),
      "workspace.agent.tools[1].retry.attempts",
      "is not a known member",
    ],
    [
      save({ agent: { ...agent, retry: { tool: { max_attempts: "3" } } } }),
      "workspace.agent.retry.tool.max_attempts",
      "must be a number, not a string",
    ],
    [
      save({ agent: { ...agent, retry: { tool: {}, max_attempts: 3 } } }),
      "workspace.agent.retry",
      "give layers (default, tool, llm) or one policy for model calls, not both",
    ],
    [
      save({ agent: { ...agent, retry: { max_attemps: 3 } } }),
      "workspace.agent.retry.max_attemps",
      "is not a known member",
    ],
    [save({ worker: { kind: "http", url: "nowhere" } }), "workspace.worker.url", "Invalid URL"],
  ])("is refused with the path of the field: %j", (parsed, field, words) => {
    expect(parsed).toEqual({ ok: false, field, error: `${field}: ${words}` });
  });

  test("tells how many faults there are beyond the first", () => {
    expect(save({ name: 5, agent: undefined })).toEqual({
      ok: false,
      field: "workspace.name",
      error: "workspace.name: must be a string, not 5 (and 1 more)",
    });
  });
});

describe("the start of a session", () => {
  test("takes a workspace's id or a whole workspace", () => {
    for (const given of ["w1", workspace])
      expect(parseBody(startSessionSchema, { workspace: given, message: "Hi" })).toEqual({
        ok: true,
        value: { workspace: given, message: "Hi" },
      });
  });

  test.each([
    [undefined, "the body: is missing", ""],
    [[], "the body: must be an object, not an array", ""],
    [{}, "workspace: is missing", "workspace"],
    [{ workspace: 5 }, "workspace: must be a string or an object, not a number", "workspace"],
    [
      { workspace: { ...workspace, model: { kind: "gpt" } } },
      'workspace.model.kind: must be one of "scripted", "anthropic", not "gpt"',
      "workspace.model.kind",
    ],
    [{ workspace: { ...workspace, extra: 1 } }, "workspace.extra: is not a known member", "workspace.extra"],
    [{ workspace: "w1", message: 5 }, "message: must be a string, not 5", "message"],
    [{ workspace: "w1", messages: [] }, "messages: is not a known member", "messages"],
  ])("refuses %j", (body, error, field) => {
    expect(parseBody(startSessionSchema, body)).toEqual({ ok: false, error, field });
  });
});

describe("a command", () => {
  test.each([
    { type: "message", text: "" },
    { type: "tool.result", id: "c1" },
    { type: "tool.result", id: "c1", attempt: 0, result: null, by: "client" },
    { type: "tool.error", id: "c1", error: "no", retryable: true, by: "person" },
    { type: "resume", interrupt_id: "i1", payload: [1] },
    { type: "cancel" },
  ])("is taken: %j", (command) => {
    expect(parseBody(commandSchema, command)).toEqual({ ok: true, value: command });
  });

  test.each([
    [{}, "type", /^type: is missing: it must be one of "message", /],
    [{ type: "done" }, "type", /^type: must be one of .*, not "done"$/],
    [{ type: "tool.result" }, "id", /^id: is missing$/],
    [{ type: "tool.result", id: "c1", attempt: -1 }, "attempt", /^attempt: must be at least 0$/],
    [{ type: "tool.error", id: "c1" }, "error", /^error: is missing$/],
    [{ type: "tool.result", id: "c1", by: "engine" }, "by", /^by: must be one of "person", "client"/],
  ])("is refused: %j", (command, field, error) => {
    expect(parseBody(commandSchema, command)).toEqual({
      ok: false,
      field,
      error: expect.stringMatching(error),
    });
  });
});

describe("a check", () => {
  test("takes a tool as it stands in an agent config, with formats in it or beside it", () => {
    const body = {
      tool: { name: "t", description: "more than a check needs", input: {}, formats: "always" },
      arguments: "",
      result: null,
      formats: "never",
    };
    const { description: _, ...kept } = body.tool;
    expect(parseBody(checkBodySchema, body)).toEqual({ ok: true, value: { ...body, tool: kept } });
  });

  test.each([
    [{ tool: {} }, "tool.name: is missing"],
    [{ tool: { name: "t" }, arguments: {} }, "arguments: must be a string, not an object"],
    [{ tool: { name: "t", inputText: {} } }, "tool.inputText: must be a string, not an object"],
  ])("refuses %j", (body, error) => {
    expect(parseBody(checkBodySchema, body)).toMatchObject({ ok: false, error });
  });
});

describe("a query", () => {
  test("has its defaults", () => {
    expect(parseBody(listQuerySchema, {})).toEqual({ ok: true, value: { limit: 50 } });
    expect(parseBody(eventsQuerySchema, {})).toEqual({ ok: true, value: { after: 0 } });
    expect(parseBody(sessionListQuerySchema, { workspace: "w", limit: "7", before: "x" })).toEqual({
      ok: true,
      value: { workspace: "w", limit: 7, before: "x" },
    });
  });

  test.each([
    [{ limit: "0" }, "limit: must be at least 1"],
    [{ limit: "201" }, "limit: must be at most 200"],
    [{ limit: "many" }, "limit: must be a number, not a string"],
    [{ limit: "1.5" }, "limit: must be a whole number, not a string"],
    [{ limit: "" }, "limit: must be at least 1"],
  ])("refuses %j", (query, error) => {
    expect(parseBody(listQuerySchema, query)).toMatchObject({ ok: false, error });
  });
});
