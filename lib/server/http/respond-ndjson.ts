/**
 * A response that may take a while. A quick one is plain JSON. A slow one, for a request that accepts lines, is one
 * JSON value per line: first the progress, repeatedly, then `{"answer": …}`, or `{"refused": …}` with the refusal's body.
 */
import { LINES_TYPE } from "@/lib/wire/ndjson";
import { failure, json } from "./respond";

/** An answer within this time is plain JSON; after it, a progress line is sent at this interval. Milliseconds. */
const EVERY_MS = 200;

const takesLines = ({ headers }: Request): boolean => (headers.get("accept") ?? "").includes(LINES_TYPE);

/** Rejects as `answer` does, unless lines have already been sent. */
export async function answerOrLines(
  request: Request,
  answer: Promise<object>,
  progress: () => object,
): Promise<Response> {
  if (!takesLines(request)) return json(await answer);
  const soon = await before(answer, EVERY_MS);
  return soon ? json(soon) : lines(request, answer, progress);
}

/** Resolves with null when there is no answer within `ms`. */
async function before<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function lines(request: Request, answer: Promise<object>, progress: () => object): Response {
  const encoder = new TextEncoder();
  let timer: NodeJS.Timeout | undefined;
  let gone = false;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const say = (line: object) => {
        if (!gone) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      say(progress());
      timer = setInterval(() => say(progress()), EVERY_MS);
      const last = await answer.then(
        (value) => ({ answer: value }),
        async (thrown: unknown) => ({ refused: await failure(request, thrown).json() }),
      );
      clearInterval(timer);
      say(last);
      if (!gone) controller.close();
    },
    cancel() {
      gone = true;
      clearInterval(timer);
    },
  });
  return new Response(body, { headers: { "content-type": LINES_TYPE, "cache-control": "no-store" } });
}
