/** Runs before each component test: an empty page, stores as at the start, and the test's server. */
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { useScreen } from "@/lib/client/screen/screen";
import { openSession } from "@/lib/client/screen/url-state";
import { useDraft } from "@/lib/client/workspace/draft";
import { startServer } from "./server";

vi.mock("@/components/editor/lazy", () => import("./plain-editor"));

// Nothing is laid out here: all elements are of one size, large enough for long lists to draw all of their rows.
Object.defineProperties(HTMLElement.prototype, {
  clientWidth: { configurable: true, get: () => 1_000 },
  clientHeight: { configurable: true, get: () => 6_000 },
});

beforeEach(() => {
  startServer();
  localStorage.clear();
  sessionStorage.clear();
  openSession(null, true);
  window.history.replaceState(null, "", "/");
  useScreen.setState(useScreen.getInitialState(), true);
  useDraft.setState(useDraft.getInitialState(), true);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
