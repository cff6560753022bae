/**
 * The live log of the session on screen. One event stream a tab: opening another session closes the one before, a tab
 * out of sight lets go after a while, and all of it lives outside of React.
 */
import { useCallback, useSyncExternalStore } from "react";
import type { Events } from "@/lib/wire/events";
import { type FeedView, type FeedWorld, LogFeed, type PageAnswer } from "./log-feed";
import { createFold } from "./log-fold";

/** `log` keeps its identity while it grows: this view is a new object whenever anything has changed. */
export type SessionLog = FeedView;

const NONE: SessionLog = { link: "missing", error: null, log: createFold(), reading: true, skew: 0 };
/** A tab out of sight this long lets go of its stream. */
const HIDDEN_MS = 60_000;
/** Kept a moment after the last reader left, so that a remount finds it. */
const LINGER_MS = 2_000;

interface Open {
  id: string;
  feed: LogFeed;
  view: SessionLog;
  listeners: Set<() => void>;
  close: () => void;
}

let open: Open | null = null;

/** The log of a session, live; null: of none. The component draws again at most once a frame. */
export const useSessionLog = (sessionId: string | null): SessionLog => useSessionPart(sessionId, whole);

const whole = (view: SessionLog): SessionLog => view;

/** A part of the log: the component draws again only when `select` gives something else (by identity). */
export function useSessionPart<T>(sessionId: string | null, select: (view: SessionLog) => T): T {
  const subscribe = useCallback(
    (listener: () => void) => (sessionId === null ? () => {} : listen(sessionId, listener)),
    [sessionId],
  );
  const read = () => select(sessionId === null ? NONE : viewOf(sessionId));
  return useSyncExternalStore(subscribe, read, () => select(LOADING));
}

const LOADING: SessionLog = { ...NONE, link: "loading" };

const viewOf = (id: string): SessionLog => (open?.id === id ? open.view : LOADING);

function listen(id: string, listener: () => void): () => void {
  if (open?.id !== id) {
    const left = open;
    open = begin(id);
    left?.close();
  }
  const current = open;
  current.listeners.add(listener);
  return () => {
    current.listeners.delete(listener);
    setTimeout(() => {
      if (current.listeners.size > 0) return;
      current.close();
      if (open === current) open = null;
    }, LINGER_MS);
  };
}

function begin(id: string): Open {
  const listeners = new Set<() => void>();
  const feed = new LogFeed(worldOf(id), (view) => {
    entry.view = view;
    for (const listener of listeners) listener();
  });
  const unwatch = watchVisibility(feed);
  const close = () => {
    unwatch();
    feed.stop();
  };
  const entry: Open = { id, feed, view: feed.view(), listeners, close };
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

/** A task of its own; unlike a timer's it is not put off once some have followed each other. */
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
