/** Watchers of event streams, light enough that hundreds of them leave the machine to the app. */
import http from "node:http";
import type { RunningApp } from "../../server";

const agent = new http.Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

export interface Watcher {
  /** The number of the last fact; up to it, facts came in order, without gaps or repetition. */
  readonly seq: number;
  /** The errors in the order: "12 after 10". */
  readonly faults: string[];
  /** Milliseconds from the time of each fact, which is before it is stored, to its arrival. */
  readonly delays: number[];
  /** Resolves when the stream ends, from either side. */
  readonly ended: Promise<void>;
  /** Resolves at once when the fact has come, else when it comes. */
  reached: (seq: number) => Promise<void>;
  pause: () => void;
  resume: () => void;
  leave: () => void;
}

interface From {
  /** The last fact that is already known; 0: none. */
  after?: number;
  /** Called with the frame of each fact. */
  onFrame?: (frame: string) => void;
}

/** Opens a session's stream; resolves once the app has responded. */
export async function watch(
  app: RunningApp,
  id: string,
  { after = 0, onFrame }: From = {},
): Promise<Watcher> {
  const headers = { accept: "text/event-stream", ...(after > 0 ? { "last-event-id": String(after) } : {}) };
  const request = http.get(`${app.url}/api/sessions/${id}/events`, { agent, headers });
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).once("error", reject);
  });
  request.on("error", () => {});
  if (response.statusCode !== 200) throw new Error(`The stream of ${id}: HTTP ${response.statusCode}`);
  const faults: string[] = [];
  const delays: number[] = [];
  const waiting = new Set<{ seq: number; resolve: () => void }>();
  let seq = after;
  let rest = "";
  const take = (frame: string) => {
    if (!frame.startsWith("id: ")) return;
    const number = Number(frame.slice(4, frame.indexOf("\n")));
    if (number !== seq + 1) faults.push(`${number} after ${seq}`);
    seq = number;
    delays.push(Date.now() - Number(/"at":(\d{13})/.exec(frame)?.[1]));
    onFrame?.(frame);
  };
  response.setEncoding("utf8").on("data", (text: string) => {
    const frames = (rest + text).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) take(frame);
    for (const one of waiting) if (one.seq <= seq && waiting.delete(one)) one.resolve();
  });
  const ended = new Promise<void>((resolve) =>
    response.once("close", resolve).once("error", () => resolve()),
  );
  return {
    get seq() {
      return seq;
    },
    faults,
    delays,
    ended,
    reached: (wanted) =>
      new Promise((resolve) => {
        if (wanted <= seq) resolve();
        else waiting.add({ seq: wanted, resolve });
      }),
    pause: () => response.pause(),
    resume: () => response.resume(),
    leave: () => request.destroy(),
  };
}

/** The value that the share `part` of them does not exceed; 0 for no values. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
