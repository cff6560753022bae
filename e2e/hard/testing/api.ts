/** The HTTP API as a test program uses it. */
import type { Fact } from "@/lib/engine/log/facts";

export interface Answer {
  status: number;
  body: { [member: string]: unknown };
}

export async function post(url: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

export async function get<T>(url: string): Promise<T> {
  const response = await fetch(url, { headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`GET ${url} was answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** A session's whole log. */
export async function logOf(base: string, id: string): Promise<Fact[]> {
  return (await get<{ events: Fact[] }>(`${base}/api/sessions/${id}/events`)).events;
}

/** Starts a session and returns its id. */
export async function startSession(
  base: string,
  body: { workspace: object; workspace_id?: string; message?: string },
): Promise<string> {
  const { status, body: started } = await post(`${base}/api/sessions`, body);
  if (status !== 201) throw new Error(`The session was answered ${status}: ${JSON.stringify(started)}`);
  return String(started.id);
}
