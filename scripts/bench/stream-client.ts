/** The reading side of an event stream, in a process of its own; the same code reads the app and the floor. */
import http from "node:http";

/** Posts JSON and returns the body of the response; throws unless it succeeded. */
export async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text === "" ? null : JSON.parse(text);
}

/** Opens an event stream and passes its text on as it arrives. Resolves once it is open. */
export function openStream(url: string, onText: (text: string) => void): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false, headers: { accept: "text/event-stream" } }, (response) => {
      response.setEncoding("utf8").on("data", onText);
      response.on("error", () => {});
      if (response.statusCode === 200) resolve(() => request.destroy());
      else reject(new Error(`${url} answered ${response.statusCode}`));
    });
    request.on("error", reject);
  });
}

/** Finds a mark in a text that arrives in pieces. */
export class Marks {
  readonly #mark: string;
  #rest = "";

  constructor(mark: string) {
    this.#mark = mark;
  }

  /** The number of further marks with this piece. */
  found(piece: string): number {
    const text = this.#rest + piece;
    let count = 0;
    let end = 0;
    for (let at = text.indexOf(this.#mark); at >= 0; at = text.indexOf(this.#mark, end)) {
      count += 1;
      end = at + this.#mark.length;
    }
    this.#rest = text.slice(Math.max(end, text.length - this.#mark.length + 1));
    return count;
  }
}
