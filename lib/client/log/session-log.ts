/**
 * The live log of the session on screen. A tab has one event stream: another session closes the one before, and a hidden
 * tab closes it after a while. The log lives outside React.
 */
import { useEffect } from "react";
import { create } from "zustand";
import type { Events } from "@/lib/wire/events";
import { type FeedView, type FeedWorld, LogFeed, type PageAnswer } from "./log-feed";
import { createFold } from "./log-fold";

/** A snapshot: a new object after each change, while `log` keeps its identity and grows. */
export type SessionLog = FeedView;

const NONE: SessionLog = { link: "missing", error: null, log: createFold(), reading: true, skew: 0 };
const LOADING: SessionLog = { ...NONE, link: "loading" };
/** A tab that has been hidden this long closes its stream. */
const HIDDEN_MS = 60_000;
/** How long a log is kept after its last reader has left, so that a remounted reader finds it. */
const LINGER_MS = 2_000;

interface Open {
  id: string;
  readers: number;
  close: () => void;
}

let open: Open | null = null;
const useStore = create<{ id: string | null; snapshot: SessionLog }>(() => ({ id: null, snapshot: LOADING }));

/** The live log of a session; null: an empty log. The component renders again at most once a frame. */
export const useSessionLog = (sessionId: string | null): SessionLog => useSessionPart(sessionId, whole);

const whole = (snapshot: SessionLog): SessionLog => snapshot;

/** A part of the log. The component renders again only when `select` returns something else (by identity). */
export function useSessionPart<T>(sessionId: string | null, select: (snapshot: SessionLog) => T): T {
  useEffect(() => (sessionId === null ? undefined : read(sessionId)), [sessionId]);
  return useStore(({ id, snapshot }) => {
    if (sessionId === null) return select(NONE);
    return select(id === sessionId ? snapshot : LOADING);
  });
}

/** Keeps a session's log open until the returned function is called. */
function read(id: string): () => void {
  if (open?.id !== id) {
    const left = open;
    open = start(id);
    left?.close();
  }
  const current = open;
  current.readers += 1;
  return () => {
    current.readers -= 1;
    setTimeout(() => {
      if (current.readers > 0) return;
      current.close();
      if (open !== current) return;
      open = null;
      useStore.setState(useStore.getInitialState());
    }, LINGER_MS);
  };
}

function start(id: string): Open {
  const feed = new LogFeed(worldOf(id), (snapshot) => {
    if (open === entry) useStore.setState({ id, snapshot });
  });
  const unwatch = watchVisibility(feed);
  const close = () => {
    unwatch();
    feed.stop();
  };
  const entry: Open = { id, readers: 0, close };
  useStore.setState({ id, snapshot: feed.view() });
  feed.start();
  return entry;
}

function watchVisibility(feed: LogFeed): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onChange = () => {
    clearTimeout(timer);
    const { link } = feed.view();
    if (document.hidden && link !== "ended" && link !== "missing")
      timer = setTimeout(() => feed.stop(), HIDDEN_MS);
    else if (!document.hidden && link === "paused") feed.start();
  };
  document.addEventListener("visibilitychange", onChange);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onChange);
  };
}

// The browser as the feed's world

function worldOf(id: string): FeedWorld {
  const address = `/api/sessions/${encodeURIComponent(id)}/events`;
  return {
    page: (after, limit) => fetchPage(`${address}?after=${after}&limit=${limit}`),
    stream: (after, handlers) => {
      const source = new EventSource(`${address}?after=${after}`);
      source.onopen = handlers.onOpen;
      source.onmessage = (event: MessageEvent<string>) => handlers.onFact(event.data);
      source.addEventListener("llm.token.delta", (event: MessageEvent<string>) =>
        handlers.onDelta(event.data),
      );
      source.onerror = () => {
        source.close();
        handlers.onBreak();
      };
      return () => source.close();
    },
    // Hidden pages draw no frames.
    frame: (task) => {
      if (document.hidden) setTimeout(task, 200);
      else requestAnimationFrame(task);
    },
    soon: (task) => soon(task),
    later: (ms, task) => {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
    now: () => Date.now(),
  };
}

/** A task of its own. Unlike nested timers, it is not delayed by the browser. */
function soon(task: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    task();
  };
  port2.postMessage(null);
}

async function fetchPage(address: string): Promise<PageAnswer> {
  try {
    const response = await fetch(address, { headers: { accept: "application/json" } });
    if (response.status === 404) return { kind: "missing" };
    if (response.status === 409) return { kind: "unreadable", error: await errorOf(response) };
    if (!response.ok) return { kind: "unreachable", error: `the server answered ${response.status}` };
    const { events, next } = (await response.json()) as Events;
    return { kind: "facts", facts: events, more: next !== null };
  } catch {
    return { kind: "unreachable", error: "the server cannot be reached" };
  }
}

async function errorOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: string };
  return error;
}
