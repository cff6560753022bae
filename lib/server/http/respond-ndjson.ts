/**
 * An answer that may take a while. One that is there soon is plain JSON. For a request that accepts lines it is else one
 * JSON value a line: first how far it is, again and again, then `{"answer": …}`, or `{"refused": …}` as a refusal's body.
 */
import { LINES_TYPE } from "@/lib/wire/ndjson";
import { failure, json } from "./respond";

/** An answer within this time is plain, and a line says how far it is each time so much has gone by. Milliseconds. */
const EVERY_MS = 200;

const takesLines = ({ headers }: Request): boolean => (headers.get("accept") ?? "").includes(LINES_TYPE);

/** Rejects with what `answer` rejects with, unless lines were begun. */
export async function answerOrLines(
  request: Request,
  answer: Promise<object>,
  progress: () => object,
): Promise<Response> {
  if (!takesLines(request)) return json(await answer);
  const soon = await before(answer, EVERY_MS);
  return soon ? json(soon) : lines(request, answer, progress);
}

/** Null: it is not there within `ms`. */
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
