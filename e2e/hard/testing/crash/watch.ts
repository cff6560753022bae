import type { Fact } from "@/lib/engine/log/facts";

/**
 * Reads a session's event stream to its end, and returns why it ended. `after`: the last known fact, sent as
 * `Last-Event-ID`.
 */
export async function readStream(
  url: string,
  { after, signal }: { after: number; signal: AbortSignal },
  onFact: (fact: Fact) => void,
): Promise<"closed" | "broken"> {
  try {
    const response = await fetch(url, {
      headers: { accept: "text/event-stream", "last-event-id": String(after) },
      signal,
    });
    let text = "";
    for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const frames = text.split("\n\n");
      text = frames.pop() ?? "";
      for (const frame of frames) {
        const data = /^id: \d+\ndata: (.*)$/.exec(frame)?.[1];
        if (data !== undefined) onFact(JSON.parse(data) as Fact);
      }
    }
    return "closed";
  } catch {
    return "broken";
  }
}
