"use client";
import { useEffect, useRef, useState } from "react";
import { type Announced, announcement } from "@/lib/view/rows/announce";

/** The page speaks no more often than this, in milliseconds. */
const EVERY_MS = 5_000;

interface AnnouncerProps {
  told: Announced;
  /** The stored log is still being read: what was before is no news. */
  reading: boolean;
}

/** Tells those who hear the page what has come, politely and together: "3 new calls, 1 invalid". */
export function Announcer({ told, reading }: AnnouncerProps) {
  const [words, setWords] = useState("");
  const newest = useRef(told);
  const last = useRef<Announced | null>(null);
  newest.current = told;
  useEffect(() => {
    if (reading) return;
    last.current ??= newest.current;
    const timer = setInterval(() => {
      const sentence = announcement(last.current ?? newest.current, newest.current);
      last.current = newest.current;
      if (sentence !== "") setWords(sentence);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [reading]);
  return (
    <span role="status" aria-live="polite" className="sr-only" data-testid="announcement">
      {words}
    </span>
  );
}
