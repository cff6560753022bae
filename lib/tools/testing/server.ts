/** Real HTTP workers for tests: in this process, and the fixture as a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";

interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

type Answer = (response: ServerResponse, request: Received) => void;

/** A server on 127.0.0.1 whose answer can be set anew for each test. */
export async function startServer() {
  const received: Received[] = [];
  let answer: Answer = (response) => response.end("{}");
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const { method = "", url: path = "", headers } = request;
    const one = { method, path, headers, body: Buffer.concat(pieces) };
    received.push(one);
    answer(response, one);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/decide`,
    received,
    answers(with_: Answer) {
      answer = with_;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Starts the fixture worker and gives its address once it listens. */
export async function startWeatherWorker(): Promise<{ url: string; close: () => Promise<void> }> {
  const child = spawn(process.execPath, ["lib/tools/fixtures/weather-worker.mjs", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return {
    url: String(line).replace("listening on ", ""),
    async close() {
      child.kill();
      await once(child, "exit");
    },
  };
}
