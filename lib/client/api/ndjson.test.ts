import { expect, test } from "vitest";
import { hasLines, readLines } from "./ndjson";

/** A response whose bytes come in these pieces. */
function response(...pieces: Uint8Array[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
}

const TEXT = '{"progress":{"checked":1}}\n{"progress":{"checked":2}}\n{"answer":{"word":"größer"}}\n';
const bytes = new TextEncoder().encode(TEXT);

test("progress comes line by line and the answer last, wherever the bytes are cut", async () => {
  for (let cut = 0; cut <= bytes.length; cut++) {
    const told: unknown[] = [];
    const answer = await readLines(response(bytes.slice(0, cut), bytes.slice(cut)), (line) =>
      told.push(line),
    );
    expect(answer).toEqual({ answer: { word: "größer" } });
    expect(told).toEqual([{ checked: 1 }, { checked: 2 }]);
  }
});

test("a refusal is the last line too; a stream that breaks off has none", async () => {
  const refused = new TextEncoder().encode('{"refused":{"error":"no"}}\n');
  expect(await readLines(response(refused), () => {})).toEqual({ refused: { error: "no" } });
  await expect(readLines(response(bytes.slice(0, 60)), () => {})).rejects.toThrow("broke off");
});

test("a plain answer has no lines", () => {
  expect(hasLines(response())).toBe(true);
  expect(hasLines(Response.json({}))).toBe(false);
});
