/**
 * The floor of event streams: a bare HTTP server with the two measured routes. It sends a settled call to all
 * watchers as one text of a given size, without keeping it, and replays a log with one query and one join.
 */
import http from "node:http";
import type { AddressInfo } from "node:net";
import Database from "libsql";

export interface FloorServerOptions {
  /** The bytes that a watcher gets for one settled call. */
  bytes: number;
  /** A database of the app, for replays. */
  database?: string;
}

const STREAM = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" };

interface Row {
  seq: number;
  at: number;
  type: string;
  body: string;
}

/** A whole log in frames, read and joined at once. */
function replayFrom(file: string): (session: string) => string {
  const database = new Database(file);
  const rows = database
    .prepare(
      "select seq, at, type, body from facts where session = (select id from sessions where public_id = ?) order by seq",
    )
    .raw();
  return (session) =>
    (rows.all([session]) as [Row["seq"], Row["at"], Row["type"], Row["body"]][])
      .map(
        ([seq, at, type, body]) =>
          `id: ${seq}\ndata: {"seq":${seq},"at":${at},"type":"${type}",${body.slice(1)}\n\n`,
      )
      .join("");
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

/** Serves until the process is stopped; writes its port as the reading. */
export async function serveFloor({ bytes, database }: FloorServerOptions): Promise<{ port: number }> {
  const watchers = new Set<http.ServerResponse>();
  const replay = database === undefined ? () => "" : replayFrom(database);
  let seq = 0;

  async function settle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { id, result } = JSON.parse(await bodyOf(request));
    seq += 1;
    const fact = { type: "tool.call.completed", tool_call_id: id, result, seq, at: Date.now() };
    const frame = `id: ${seq}\ndata: ${JSON.stringify(fact)}\n`.padEnd(bytes - 1, " ");
    for (const watcher of watchers) watcher.write(`${frame}\n`);
    response.writeHead(202, { "content-type": "application/json" }).end('{"ok":true}');
  }

  function events(request: http.IncomingMessage, response: http.ServerResponse): void {
    const address = new URL(request.url ?? "/", "http://floor");
    if (request.headers.accept === "application/json") {
      response.writeHead(200, { "content-type": "application/json" }).end('{"events":[]}');
      return;
    }
    response.writeHead(200, STREAM).write("retry: 1000\n\n");
    const [, session = ""] = /\/sessions\/([^/]+)\//.exec(address.pathname) ?? [];
    if (database !== undefined) response.write(replay(session));
    watchers.add(response);
    response.on("close", () => watchers.delete(response));
  }

  const server = http.createServer((request, response) => {
    if (request.method === "POST") void settle(request, response);
    else events(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port };
}
