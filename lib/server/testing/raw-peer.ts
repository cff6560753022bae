/** A peer that speaks whatever bytes a test wants over TCP: no HTTP library would let it misbehave so. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

interface Line {
  /** Resolves once the bytes were taken; false when the other side has gone. */
  write: (bytes: string | Uint8Array) => Promise<boolean>;
  /** Ends the connection well, or breaks it. */
  end: () => void;
  break: () => void;
  /** From 0: which connection this is. */
  index: number;
}

export interface RawPeer {
  url: string;
  /** Bytes taken off this peer's hands so far, all connections. */
  sent: () => number;
  /** Connections so far. */
  connections: () => number;
  /** Resolves once no connection is open. */
  closed: () => Promise<void>;
  close: () => Promise<void>;
}

function lineOf(socket: Socket, index: number): Line {
  return {
    index,
    write: async (bytes) => {
      if (socket.destroyed) return false;
      if (socket.write(bytes)) return true;
      await new Promise<void>((resolve) => {
        socket.once("drain", resolve).once("close", resolve);
      });
      return !socket.destroyed;
    },
    end: () => void socket.end(),
    break: () => void socket.resetAndDestroy(),
  };
}

/** Resolves once a whole request has come. */
async function takeRequest(socket: Socket): Promise<void> {
  let text = "";
  for (;;) {
    const [chunk] = (await once(socket, "data")) as [Buffer];
    text += chunk.toString("latin1");
    const head = text.indexOf("\r\n\r\n");
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (head >= 0 && text.length >= head + 4 + length) return;
  }
}

/** Listens on 127.0.0.1; `talk` is called once for each connection, when a whole request has come. */
export async function startRawPeer(talk: (line: Line) => unknown): Promise<RawPeer> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const index = sockets.push(socket) - 1;
    socket.on("error", () => undefined);
    takeRequest(socket).then(
      () => {
        socket.resume();
        return talk(lineOf(socket, index));
      },
      () => undefined,
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sockets.reduce((sum, socket) => sum + socket.bytesWritten - socket.writableLength, 0),
    connections: () => sockets.length,
    closed: async () => {
      await Promise.all(
        sockets.map(
          (socket) => socket.closed || new Promise<void>((resolve) => socket.once("close", () => resolve())),
        ),
      );
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
