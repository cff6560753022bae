/** The body of a worker's answer, piece by piece as text, within a size limit. */
import type { Watch } from "./silence";

/** Thrown while reading: the text says what is wrong with the answer. */
export class BodyFault extends Error {}

export interface Reading {
  watch: Watch;
  maxBytes: number;
}

/**
 * The body decoded as UTF-8, a character that is split over pieces kept whole. Throws `BodyFault` on bytes that are no
 * UTF-8 and past `maxBytes`; rejects when the watch aborts. What is not read is cancelled.
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
