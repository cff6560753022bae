/** A fetch whose answers are bounded: what a provider sends is read into memory, and it may send anything. */

import { depthOfText } from "@/lib/json/tokens";
import { UnusableReply } from "@/lib/protocol/outgoing";

/** Levels of a JSON text: deeper ones could not be written again. */
export const MOST_LEVELS = 200;

interface Bounds {
  /** Bytes of an answer. */
  maxBytes: number;
  /** Bytes of a refusal's body; the rest is left unread. */
  maxErrorBytes: number;
}

type Fetch = typeof fetch;

/**
 * The body of a success fails with `UnusableReply` past `maxBytes` and at the first byte that is no UTF-8; what is
 * not read is cancelled. Of any other answer just the beginning is handed on, read to its end.
 */
export function boundedFetch(fetch: Fetch, { maxBytes, maxErrorBytes }: Bounds): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { body, status, statusText, headers } = response;
    if (!body) return response;
    const bounded = response.ok ? whole(body, maxBytes) : await wordsOf(body, maxErrorBytes);
    return new Response(bounded, { status, statusText, headers });
  };
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

function whole(body: Bytes, maxBytes: number): Bytes {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let bytes = 0;
  return passed(body, (piece) => {
    bytes += piece?.byteLength ?? 0;
    if (bytes > maxBytes) throw new UnusableReply(`is larger than ${maxBytes} bytes`);
    try {
      decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw new UnusableReply("is not UTF-8 text");
    }
    return { piece, last: piece === undefined };
  });
}

/** A refusal's body as text. What nests too deep to be written again is left out. */
async function wordsOf(body: Bytes, maxBytes: number): Promise<string> {
  const text = await new Response(beginning(body, maxBytes)).text();
  return depthOfText(text) > MOST_LEVELS ? `(left out: nested deeper than ${MOST_LEVELS} levels)` : text;
}

function beginning(body: Bytes, maxBytes: number): Bytes {
  let left = maxBytes;
  return passed(body, (piece) => {
    const taken = piece?.subarray(0, left);
    left -= taken?.byteLength ?? 0;
    return { piece: taken, last: piece === undefined || left === 0 };
  });
}

type Piece = Uint8Array<ArrayBuffer> | undefined;

/** The body piece by piece as `look` has it; no piece stands for its end. What `look` throws is the body's error. */
function passed(body: Bytes, look: (piece: Piece) => { piece: Piece; last: boolean }): Bytes {
  const reader = body.getReader();
  const leave = (reason?: unknown) => reader.cancel(reason).catch(() => undefined);
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { piece, last } = look((await reader.read()).value);
          if (piece?.byteLength) controller.enqueue(piece);
          if (!last) return;
          controller.close();
          await leave();
        } catch (error) {
          await leave(error);
          throw error;
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}
