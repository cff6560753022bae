"use client";
import { useEffect, useRef, useState } from "react";
import { type Announced, announcement } from "@/lib/view/rows/announce";

/** Two announcements are at least this far apart, in milliseconds. */
const EVERY_MS = 5_000;

interface AnnouncerProps {
  told: Announced;
  /** The stored log is still being loaded: rows from before are not news. */
  reading: boolean;
}

/** Announces new rows to screen readers, politely and together: "3 new calls, 1 invalid". */
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
