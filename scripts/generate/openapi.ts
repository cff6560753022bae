/** The HTTP API as an OpenAPI 3.1 document, from the routes and the schemas their bodies are checked against. */
import { z } from "zod";
import { API_KEY_HEADER, WORKER_SECRET_HEADER } from "../../lib/wire/headers";
import { type Answer, type BodyName, bodies, type Route, routes } from "../../lib/wire/routes";
import { withoutSafeBounds } from "./json-schema";

interface Parameter {
  name: string;
  in: "query" | "path" | "header";
  required?: boolean;
  description?: string;
  schema: unknown;
}

const json = (body: BodyName) => ({
  "application/json": { schema: { $ref: `#/components/schemas/${body}` } },
});

const REFUSALS = {
  400: "The body or the query is invalid; `field` names the member.",
  403: "The request comes from another site, or its Host header does not name this server.",
  413: "The body is too large.",
  415: "The body was not sent as application/json.",
};

const HEADERS: Record<"key" | "secret" | "last", Parameter> = {
  key: {
    name: API_KEY_HEADER,
    in: "header",
    description: "A key for the model's provider. Kept in memory for the session only.",
    schema: { type: "string" },
  },
  secret: {
    name: WORKER_SECRET_HEADER,
    in: "header",
    description: "Signs the requests to an HTTP worker. Kept in memory for the session only.",
    schema: { type: "string" },
  },
  last: {
    name: "Last-Event-ID",
    in: "header",
    description: "The last fact that the reader has; takes precedence over `after`.",
    schema: { type: "string", pattern: "^\\d+$" },
  },
};

function queryParameters(query: z.ZodObject): Parameter[] {
  const { properties = {} } = z.toJSONSchema(query, { io: "output", override: withoutSafeBounds });
  return Object.entries(properties).map(([name, schema]) => {
    if (typeof schema === "boolean") return { name, in: "query", schema };
    const { description, ...rest } = schema;
    return { name, in: "query", ...(description ? { description } : {}), schema: rest };
  });
}

function parameters(route: Route): Parameter[] {
  const members: Parameter[] = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  return [
    ...members,
    ...(route.query ? queryParameters(route.query) : []),
    ...(route.secrets ? [HEADERS.key, HEADERS.secret] : []),
    ...(route.resumes ? [HEADERS.last] : []),
  ];
}

function response({ description, body, stream }: Answer) {
  const streamed = stream ? { [stream.type]: { schema: { type: "string", description: stream.says } } } : {};
  return body ? { description, content: { ...json(body), ...streamed } } : { description };
}

function responses({ answer, refusals = {}, body, query }: Route) {
  const common = [...(body || query ? [400] : []), 403, ...(body ? [413, 415] : [])] as const;
  const given: [number, Answer][] = [
    [answer.status, answer],
    ...Object.entries(refusals).map(([status, refusal]): [number, Answer] => [Number(status), refusal]),
    ...common.map((status): [number, Answer] => [
      status,
      { description: REFUSALS[status as keyof typeof REFUSALS], body: "Error" },
    ]),
  ];
  const inOrder = given.sort(([a], [b]) => a - b);
  return Object.fromEntries(inOrder.map(([status, one]) => [status, response(one)]));
}

function operation(route: Route) {
  const given = parameters(route);
  return {
    summary: route.summary,
    ...(given.length > 0 ? { parameters: given } : {}),
    ...(route.body ? { requestBody: { required: true, content: json(route.body) } } : {}),
    responses: responses(route),
  };
}

function paths() {
  const byPath: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = byPath[route.path] ?? {};
    path[route.method] = operation(route);
    byPath[route.path] = path;
  }
  return byPath;
}

function componentSchemas() {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(bodies)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: "input",
    override: withoutSafeBounds,
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

export function openApi(version: string) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Callscope",
      version,
      description:
        "The HTTP API that the page uses. It accepts requests from its own page and from programs on this machine.",
      license: { name: "MIT", identifier: "MIT" },
    },
    paths: paths(),
    components: { schemas: componentSchemas() },
  };
}
