/** Calls a route handler as the server would: a real Request with a Host, and the parameters of its address. */

type RouteHandler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined> | undefined> },
) => Promise<Response>;

interface Asked {
  path?: string;
  method?: string;
  id?: string;
  /** Sent as JSON; a string or bytes as they are. */
  body?: unknown;
  headers?: Record<string, string>;
}

const asBody = (body: unknown) =>
  typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);

export function ask(handler: RouteHandler, asked: Asked = {}): Promise<Response> {
  const { path = "/api/thing", method = asked.body === undefined ? "GET" : "POST", id, body } = asked;
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const request = new Request(`http://127.0.0.1:3000${path}`, {
    method,
    headers: { host: "127.0.0.1:3000", ...type, ...asked.headers },
    ...(body === undefined ? {} : { body: asBody(body) as BodyInit }),
  });
  return handler(request, { params: Promise.resolve(id === undefined ? undefined : { id }) });
}
