/** Reads a response of one JSON value per line: progress first, then the result or a refusal. */
import { LINES_TYPE } from "@/lib/wire/ndjson";

interface Line {
  progress?: unknown;
  answer?: unknown;
  refused?: unknown;
}

export const hasLines = (response: Response): boolean =>
  (response.headers.get("content-type") ?? "").startsWith(LINES_TYPE);

/** The last line. Rejects if the stream ends before it. */
export async function readLines(
  response: Response,
  onProgress: (progress: unknown) => void,
): Promise<Pick<Line, "answer" | "refused">> {
  let rest = "";
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const lines = (rest + read.value).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) {
      const line = JSON.parse(text) as Line;
      if (line.answer !== undefined || line.refused !== undefined) return line;
      onProgress(line.progress);
    }
  }
  throw new Error("The answer broke off");
}
