"use client";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** A distance from the end below this counts as at the end, in pixels. */
const NEAR = 40;

const isAtEnd = (element: HTMLElement): boolean =>
  element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;

export interface Follow {
  /** Whether the end is out of view and not followed. */
  away: boolean;
  /** Scrolls to the end and follows it again. */
  jump: () => void;
  /** Stops following, unless the end is in view. */
  hold: () => void;
}

/** Keeps the end of a growing list in view until the reader scrolls up; back at the end, it follows again. */
export function useFollow(scroller: RefObject<HTMLElement | null>, rows: number, start: boolean): Follow {
  const following = useRef(start);
  const top = useRef(0);
  const [away, setAway] = useState(false);

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    if (isAtEnd(element)) following.current = true;
    else if (element.scrollTop < top.current - 1) following.current = false;
    top.current = element.scrollTop;
    setAway(!following.current && !isAtEnd(element));
  }, [scroller]);

  useEffect(() => {
    const element = scroller.current;
    element?.addEventListener("scroll", look, { passive: true });
    return () => element?.removeEventListener("scroll", look);
  }, [scroller, look]);

  // The number of rows moves the end.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (following.current && rows > 0) element.scrollTop = element.scrollHeight;
    look();
  }, [rows, scroller, look]);

  return {
    away,
    jump: useCallback(() => {
      following.current = true;
      if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
      look();
    }, [scroller, look]),
    hold: useCallback(() => {
      following.current = false;
      look();
    }, [look]),
  };
}
