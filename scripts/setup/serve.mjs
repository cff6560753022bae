import http from "node:http";
import { refused } from "./door.mjs";
import { addressOf, isLoopback, listen, wantedAddress } from "./listen.mjs";
import { root } from "./project.mjs";
import { beforeStop } from "./stop.mjs";

/**
 * A connection that has answered its last request becomes idle a little later: the pause between two looks, in
 * milliseconds.
 */
const IDLE_CHECK = 20;

/**
 * How long a connection may be blocked before it is closed, in milliseconds: nothing arrives, and nothing that waits
 * is sent. Node checks once in this time, so it takes up to twice as long. Longer than the pause between two
 * heartbeats of an event stream, so it closes only connections whose reader takes nothing.
 */
const STANDSTILL = 30_000;

/** What the app wants closed before the process ends: see lib/server/process/shutdown.ts. The newest is closed first. */
async function runClosings() {
  const closings = [...(globalThis[Symbol.for("callscope.closings")] ?? [])].reverse();
  for (const close of closings) await close();
}

/** Accepts no new connections, lets the app close what it holds, and sends the responses in progress to their end. */
async function closeDown(server) {
  const closed = new Promise((resolve) => server.close(resolve));
  await runClosings();
  setInterval(() => server.closeIdleConnections(), IDLE_CHECK).unref();
  await closed;
}

async function whatHealthSays(address) {
  const response = await fetch(`${address}/api/health`);
  if (response.ok) return null;
  const text = await response.text();
  try {
    return JSON.parse(text).error;
  } catch {
    return `/api/health answered ${response.status}.`;
  }
}

/**
 * Serves the production build from this process (a kill ends all of it) and prints the address once the app answers.
 * The port is bound before the app is loaded, so that no other program can take it in between.
 */
export async function serve() {
  const wanted = wantedAddress(process.env);
  let handle = null;
  let open;
  const ready = new Promise((resolve) => {
    open = resolve;
  });
  const server = http.createServer(async (request, response) => {
    await ready;
    if (!refused(request, response)) await handle(request, response);
  });
  server.timeout = STANDSTILL;
  const port = await listen(server, wanted);
  beforeStop(() => closeDown(server));
  Object.assign(process.env, { NODE_ENV: "production", HOST: wanted.host, PORT: String(port) });
  const { default: next } = await import("next");
  const app = next({ dev: false, dir: root, hostname: wanted.host, port, httpServer: server, quiet: true });
  await app.prepare();
  handle = app.getRequestHandler();
  open();
  const address = addressOf(wanted.host, port);
  const fault = await whatHealthSays(address);
  if (fault) throw new Error(fault);
  console.log(`Callscope is ready: ${address}`);
  if (!isLoopback(wanted.host))
    console.log(
      `It listens on ${wanted.host}. Everyone who can reach this machine can use it, since it has no login.`,
    );
}
