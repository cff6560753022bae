/** Reads the body of a worker's response as text, piece by piece and up to a size limit. */
import type { Watch } from "./silence";

/** Thrown while reading. The message starts with a verb and continues "The answer …". */
export class BodyFault extends Error {}

export interface Reading {
  watch: Watch;
  maxBytes: number;
}

/**
 * The body decoded as UTF-8, also where a character is split over two pieces. Throws `BodyFault` for invalid UTF-8 and
 * beyond `maxBytes`, and rejects when the watch aborts. The rest of the body is cancelled.
 */
export async function* readText(response: Response, { watch, maxBytes }: Reading): AsyncGenerator<string> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await watch.race(reader.read());
      watch.heard();
      if (done) break;
      bytes += value.byteLength;
      if (bytes > maxBytes) throw new BodyFault(`is larger than ${maxBytes} bytes`);
      yield decode(decoder, value);
    }
    yield decode(decoder);
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw new BodyFault("is not UTF-8 text");
  }
}

export async function readWhole(response: Response, reading: Reading): Promise<string> {
  let text = "";
  for await (const piece of readText(response, reading)) text += piece;
  return text;
}
