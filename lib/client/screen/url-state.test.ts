import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { formatLocation, parseLocation } from "./location";
import { createThrottle } from "./throttle";
import { openSession, select, show, snapshot, subscribe } from "./url-state";

const NOTHING = {
  session: null,
  row: null,
  tab: null,
  filter: null,
  tools: [],
  verdicts: [],
  query: null,
  zoom: null,
};

test("the workbench has no session", () => {
  expect(parseLocation("/", "?row=x")).toEqual(NOTHING);
  expect(formatLocation({ ...NOTHING, row: "x", tab: "call" })).toBe("/");
});

test("a session's address holds row and tab and reads back the same", () => {
  const selection = { ...NOTHING, session: "ses 1/2", row: "call:a&b", tab: "decision" };
  const href = formatLocation(selection);
  expect(href).toBe("/sessions/ses%201%2F2?row=call%3Aa%26b&tab=decision");
  const [path = "", query = ""] = href.split("?");
  expect(parseLocation(path, `?${query}`)).toEqual(selection);
});

test("what is not selected leaves no trace", () => {
  expect(formatLocation({ ...NOTHING, session: "s" })).toBe("/sessions/s");
  expect(parseLocation("/sessions/s", "")).toEqual({ ...NOTHING, session: "s" });
});

test("what is shown of it, too", () => {
  const selection = { ...NOTHING, session: "s", filter: "problems", query: "no such city" };
  const href = formatLocation(selection);
  expect(href).toBe("/sessions/s?show=problems&q=no+such+city");
  expect(parseLocation("/sessions/s", "?show=problems&q=no+such+city")).toEqual(selection);
});

test("choices that can be several, and the part of the time axis", () => {
  const selection = {
    ...NOTHING,
    session: "s",
    filter: "problems,retried",
    tools: ["book", "a,b"],
    verdicts: ["unknown tool"],
    zoom: "1200-3400",
  };
  const href = formatLocation(selection);
  expect(href).toBe(
    "/sessions/s?show=problems%2Cretried&tool=book&tool=a%2Cb&verdict=unknown+tool&at=1200-3400",
  );
  expect(parseLocation("/sessions/s", href.slice(href.indexOf("?")))).toEqual(selection);
});

describe("a burst of changes", () => {
  let unwatch = () => {};
  /** A bar that takes `allowed` changes and then none. */
  const bar = { href: "", steps: 0, changes: 0, allowed: Number.POSITIVE_INFINITY };
  const change = (href: string) => {
    if (bar.changes >= bar.allowed) throw new Error("SecurityError");
    bar.changes += 1;
    bar.href = href;
  };

  beforeEach(() => {
    vi.useFakeTimers();
    Object.assign(bar, { href: "/sessions/s", steps: 0, changes: 0, allowed: Number.POSITIVE_INFINITY });
    const location = {
      get pathname() {
        return bar.href.split("?")[0];
      },
      get search() {
        return bar.href.slice(this.pathname?.length);
      },
    };
    const history = {
      replaceState: (_: unknown, __: string, href: string) => change(href),
      pushState: (_: unknown, __: string, href: string) => {
        change(href);
        bar.steps += 1;
      },
    };
    vi.stubGlobal("document", new EventTarget());
    vi.stubGlobal("window", Object.assign(new EventTarget(), { location, history }));
    unwatch = subscribe(() => {});
  });

  afterEach(() => {
    unwatch();
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** A key held for `ms`, as keyboards repeat it. */
  function hold(ms: number) {
    let row = 0;
    for (let at = 0; at < ms; at += 33) {
      row += 1;
      select({ row: `call:${row}` }, true);
      expect(snapshot().row).toBe(`call:${row}`);
      vi.advanceTimersByTime(33);
    }
    return row;
  }

  test("counts at once, is written fewer than 50 times in half a minute, and the last of it for certain", () => {
    const last = hold(30_000);
    // The framework writes each once more, and a browser takes 100.
    expect(bar.changes).toBeLessThan(50);
    vi.advanceTimersByTime(1_000);
    expect(bar.href).toBe(`/sessions/s?row=call%3A${last}`);
    expect(bar.steps).toBe(0);
  });

  test("a typed word is one too, and nothing of what else is chosen gets lost", () => {
    select({ row: "call:a" }, true);
    for (const query of ["l", "li", "lis"]) show({ query });
    select({ tab: "result" });
    expect(snapshot()).toMatchObject({ row: "call:a", query: "lis", tab: "result" });
    expect(bar.href).toBe("/sessions/s?row=call%3Aa");
    vi.advanceTimersByTime(1_000);
    expect(bar.href).toBe("/sessions/s?row=call%3Aa&tab=result&q=lis");
  });

  test("a step for Back is made at once, from what was chosen last", () => {
    const last = hold(100);
    expect(last).toBe(4);
    select({ row: "call:z" });
    expect(bar).toMatchObject({ href: "/sessions/s?row=call%3Az", steps: 1 });
    // The first, the last, and the step.
    expect(bar.changes).toBe(3);
  });

  test("what waits belongs to the run it was chosen in: Back, or another run in its place, and it is not written", () => {
    hold(100);
    const zoom = createThrottle(200);
    const chosen = () => show({ zoom: "1-2" });
    for (const leave of [
      () => {
        bar.href = "/sessions/r";
        window.dispatchEvent(new Event("popstate"));
      },
      () => openSession("u", true),
    ]) {
      zoom.run(() => {});
      zoom.run(chosen);
      leave();
      vi.advanceTimersByTime(1_000);
      expect(snapshot().zoom).toBeNull();
    }
    expect(bar.href).toBe("/sessions/u");
    zoom.run(() => {});
    zoom.run(chosen);
    openSession("v");
    expect(bar).toMatchObject({ href: "/sessions/v", steps: 1 });
    vi.advanceTimersByTime(1_000);
    expect(bar.href).toBe("/sessions/v");
  });

  test("a browser that has had enough is asked again: the selection counts meanwhile, and comes into the bar", () => {
    bar.allowed = 0;
    select({ row: "call:1" }, true);
    openSession("t");
    expect(snapshot()).toMatchObject({ session: "t", row: null });
    vi.advanceTimersByTime(5_000);
    expect(bar.href).toBe("/sessions/s");
    bar.allowed = 1;
    vi.advanceTimersByTime(1_000);
    expect(bar.href).toBe("/sessions/t");
  });
});
