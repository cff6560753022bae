/** Requests as a stranger would forge them: Node's own fetch would not let a test send these headers. */
import { readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";

export interface Forged {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  /** Written in pieces, without a length, unless the headers give one. */
  body?: string | Uint8Array | Iterable<string | Uint8Array>;
}

export interface Seen {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The first 64 KB; a stream is closed after its first piece. */
  text: string;
}

const isStream = ({ headers }: http.IncomingMessage) =>
  (headers["content-type"] ?? "").startsWith("text/event-stream");

async function textOf(response: http.IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response) {
    text += String(chunk);
    if (isStream(response) || text.length > 65_536) break;
  }
  return text;
}

/** Settles once the request accepts more data, or never will. */
const taken = (request: http.ClientRequest) =>
  new Promise<void>((resolve) => {
    const settle = () => {
      request.off("drain", settle).off("close", settle);
      resolve();
    };
    request.on("drain", settle).on("close", settle);
  });

async function write(request: http.ClientRequest, body: Forged["body"]): Promise<void> {
  const pieces = typeof body === "string" || body instanceof Uint8Array ? [body] : (body ?? []);
  for (const piece of pieces) {
    if (request.destroyed || request.closed) return;
    if (!request.write(piece)) await taken(request);
  }
  request.end();
}

/** The path is sent unchanged. */
export function ask(url: string, { path, method = "GET", headers = {}, body }: Forged): Promise<Seen> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path, method, headers, agent: false });
    request.once("response", (response) => {
      const { statusCode: status = 0, headers: seen } = response;
      textOf(response)
        .then((text) => resolve({ status, headers: seen, text }), reject)
        .finally(() => request.destroy());
    });
    request.on("error", reject);
    void write(request, body);
  });
}

export interface Route {
  /** Its address, with `none` in place of parameters. */
  path: string;
  /** The exports of its file. */
  methods: string[];
}

const METHODS = /\b(?:const|as) (GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b/g;

/** Every route handler of the app, found in its folder. */
export function routesOfApp(): Route[] {
  const files = readdirSync("app/api", { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => path.basename(file) === "route.ts")
    .map((file) => {
      const text = readFileSync(path.join("app/api", file), "utf8");
      const address = path.posix.dirname(file.split(path.sep).join("/")).replaceAll(/\[[^\]]+\]/g, "none");
      return {
        path: `/api/${address}`,
        methods: [...text.matchAll(METHODS)].map(([, method = ""]) => method),
      };
    });
}
