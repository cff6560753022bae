/** The HTTP edge: checks who may call, validates bodies and shapes responses. Handlers see only valid requests. */
import type { z } from "zod";
import { exceedsNodes } from "@/lib/json/value";
import { redactedText } from "@/lib/server/network/redact";
import { config } from "@/lib/server/process/config";
import { parseBody } from "@/lib/wire/bodies";
import { API_KEY_HEADER, WORKER_SECRET_HEADER } from "@/lib/wire/headers";
import type { HttpRefusal } from "./http-refusal";
import { readJsonBody } from "./read-body";
import { refuseHost, refuseOrigin } from "./request-guard";
import { refusalOf } from "./unavailable";

const MAX_BODY_BYTES = 12 * 1024 * 1024;

/** Members of bodies that hold arbitrary JSON and are not counted. */
const FREE = new Set(["input", "output", "arguments", "result", "payload"]);

/** The maximum number of values in a body outside of `FREE`, since each of them may cause a finding. */
const MAX_VALUES = 250_000;

/** What a handler receives. */
export interface Call<Body = unknown, Query = unknown> {
  request: Request;
  /** The route's `[id]` parameter; empty for routes without one. */
  id: string;
  body: Body;
  query: Query;
}

interface Options<B extends z.ZodType, Q extends z.ZodType> {
  /** The body's schema. A body that does not match is refused with 400 and the field's name. Without a schema, no body is read. */
  body?: B;
  /** The schema of the query. Repeated names are not supported. */
  query?: Q;
  /** The largest body, in bytes. Default 12 MB. */
  limit?: number;
}

type Params = Record<string, string | string[] | undefined>;
/** Undefined for a route without parameters. */
type NextHandler = (request: Request, context: { params: Promise<Params | undefined> }) => Promise<Response>;
type Passed<T> = { ok: true; value: T } | { ok: false; response: Response };

/** A JSON response that must not be cached. */
export function json(value: unknown, status = 200): Response {
  return Response.json(value, { status, headers: { "cache-control": "no-store" } });
}

/** A refusal in the form of all routes: `{error, reason, …}`. */
export function refusal(
  { status, reason, error }: HttpRefusal,
  more: Record<string, unknown> = {},
): Response {
  return json({ error, reason, ...more }, status);
}

function fitting<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
  what: "body" | "query",
): Passed<z.output<S>> {
  // Without a schema, S is z.ZodUndefined, but the compiler cannot know that.
  if (!schema) return { ok: true, value: undefined as z.output<S> };
  if (exceedsNodes(value, MAX_VALUES, FREE)) {
    const error = `The ${what} holds more than ${MAX_VALUES} values besides schemas, arguments and results.`;
    return { ok: false, response: refusal({ status: 413, reason: `${what}_too_large`, error }) };
  }
  const parsed = parseBody(schema, value);
  if (parsed.ok) return parsed;
  const { error, field } = parsed;
  return { ok: false, response: refusal({ status: 400, reason: `bad_${what}`, error }, { field }) };
}

function guarded(request: Request): HttpRefusal | null {
  return refuseHost(request.headers, config().hosts) ?? refuseOrigin(request.headers);
}

async function read<B extends z.ZodType>(
  request: Request,
  { body, limit }: { body?: B; limit?: number },
): Promise<Passed<z.output<B>>> {
  if (!body) return fitting<B>(undefined, undefined, "body");
  const text = await readJsonBody(request, limit ?? MAX_BODY_BYTES);
  return text.ok ? fitting(body, text.value, "body") : { ok: false, response: refusal(text.refusal) };
}

/** The response for a thrown error: a refusal when a session is unavailable, otherwise a 500. Secrets are redacted. */
export function failure(request: Request, thrown: unknown): Response {
  const refused = refusalOf(thrown);
  if (refused) return refusal(refused);
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { apiKey } = config().anthropic;
  const typed = [API_KEY_HEADER, WORKER_SECRET_HEADER].map((name) => request.headers.get(name));
  const clean = (text: string) => redactedText(text, [apiKey, config().workerSecret, ...typed]);
  if (!request.signal.aborted)
    console.error(
      clean(
        `Callscope failed on ${request.method} ${new URL(request.url).pathname}: ${error.stack ?? error.message}`,
      ),
    );
  return refusal({ status: 500, reason: "failed", error: clean(`Callscope failed: ${error.message}`) });
}

/**
 * Wraps a handler as a Next route handler. Checks Host and Origin, then the query and the body; each refusal is a JSON
 * `{error, reason, field?}`. An error thrown by the handler becomes a 500.
 */
export function route<B extends z.ZodType = z.ZodUndefined, Q extends z.ZodType = z.ZodUndefined>(
  handler: (call: Call<z.output<B>, z.output<Q>>) => Promise<Response> | Response,
  options: Options<B, Q> = {},
): NextHandler {
  return async (request, context) => {
    try {
      const refused = guarded(request);
      if (refused) return refusal(refused);
      const id = (await context.params)?.id;
      const query = fitting(options.query, Object.fromEntries(new URL(request.url).searchParams), "query");
      if (!query.ok) return query.response;
      const body = await read(request, options);
      if (!body.ok) return body.response;
      return await handler({
        request,
        id: typeof id === "string" ? id : "",
        body: body.value,
        query: query.value,
      });
    } catch (thrown) {
      return failure(request, thrown);
    }
  };
}
