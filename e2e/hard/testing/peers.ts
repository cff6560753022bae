/** Local stand-ins for the servers that a session connects to. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";

interface Peer {
  url: string;
  close: () => void;
}

/** An HTTP server on a free port of this machine. */
export async function listen(handle: RequestListener): Promise<Peer> {
  const server = createServer(handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

export interface SilentPeer extends Peer {
  /** The bodies that have arrived so far. */
  heard: string[];
  /** The number of their senders that have disconnected. */
  gone: () => number;
}

/** Accepts and reads requests, and never responds to those that `answer` does not handle. */
export async function silentPeer(
  answer: (body: string, response: ServerResponse) => boolean = () => false,
): Promise<SilentPeer> {
  const heard: string[] = [];
  let gone = 0;
  const peer = await listen(async (request, response) => {
    const body = await textOf(request).catch(() => "");
    if (answer(body, response)) return;
    heard.push(body);
    response.once("close", () => {
      gone += 1;
    });
  });
  return { ...peer, heard, gone: () => gone };
}

/** A raw connection to the app, with `text` written to it. */
export async function rawConnection(url: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  return socket;
}
