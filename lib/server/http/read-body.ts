import { depthOfText } from "@/lib/json/tokens";
import type { HttpRefusal } from "./http-refusal";

/** Serialising deeper values again would overflow the stack. */
export const MAX_DEPTH = 3000;

const megabytes = (bytes: number) => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;

const tooLarge = (limit: number): HttpRefusal => ({
  status: 413,
  reason: "body_too_large",
  error: `The body is larger than ${megabytes(limit)}.`,
});

const badBody = (error: string): HttpRefusal => ({ status: 400, reason: "bad_body", error });

/** The bytes of a body; null as soon as there are more than `limit`, without reading the rest. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length")) > limit) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    length += read.value.length;
    if (length > limit) {
      await reader?.cancel();
      return null;
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Uint8Array): { ok: true; value: unknown } | { ok: false; refusal: HttpRefusal } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (depthOfText(text) > MAX_DEPTH)
      return { ok: false, refusal: badBody(`The body is nested deeper than ${MAX_DEPTH} levels.`) };
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, refusal: badBody(`The body is not JSON: ${why}`) };
  }
}

/** Reads a JSON body of at most `limit` bytes. */
export async function readJsonBody(
  request: Request,
  limit: number,
): Promise<{ ok: true; value: unknown } | { ok: false; refusal: HttpRefusal }> {
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    const error = "Send the body as JSON, with the header Content-Type: application/json.";
    return { ok: false, refusal: { status: 415, reason: "not_json", error } };
  }
  const bytes = await readBytes(request, limit);
  return bytes === null ? { ok: false, refusal: tooLarge(limit) } : parse(bytes);
}
