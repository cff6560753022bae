/** Renders a component for given data inside what the whole page shares. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type RenderResult, render, screen } from "@testing-library/react";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { TooltipProvider } from "@/components/ui/tooltip";
import { createFold } from "@/lib/client/log/log-fold";
import type { SessionLog } from "@/lib/client/log/session-log";
import { openSession, select } from "@/lib/client/screen/url-state";
import { openDraft } from "@/lib/client/workspace/draft";
import type { Fact } from "@/lib/engine/log/facts";
import type { Workspace } from "@/lib/protocol/workspace";
import { storeSession } from "./server";

interface Given {
  /** The workspace that is open. */
  workspace?: Workspace;
  /** The session in the address bar, which `storeSession` gave, and what is selected in it. */
  session?: string;
  row?: string;
  tab?: string;
}

export type Rendered = RenderResult & { user: UserEvent };

/** Renders `what`; `user` types and clicks in it. */
export function renderWith(what: ReactNode, { workspace, session, row, tab }: Given = {}): Rendered {
  if (workspace) openDraft(workspace);
  if (session) openSession(session, true);
  if (row || tab) select({ row, tab }, true);
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  const user = userEvent.setup();
  const rendered = render(
    <QueryClientProvider client={client}>
      <TooltipProvider>{what}</TooltipProvider>
    </QueryClientProvider>,
  );
  return { ...rendered, user };
}

/** A session's log as components are given it, with all of these facts read. */
function logOf(facts: readonly Fact[]): SessionLog {
  const log = createFold();
  log.add(facts);
  return { link: "live", error: null, log, reading: false, skew: 0 };
}

/** A session with these facts, stored on the test's server, and its log as components are given it. */
export const given = (facts: readonly Fact[]) => ({ session: storeSession(facts), view: logOf(facts) });

/** The text of a code view, line by line, without the line numbers. */
export function codeIn(element: HTMLElement): string {
  const lines: string[] = [];
  for (const row of element.querySelectorAll<HTMLElement>("[data-line]")) {
    const at = Number(row.dataset.line) - 1;
    const text = [...row.children].filter((part) => !part.hasAttribute("aria-hidden"));
    lines[at] = (lines[at] ?? "") + text.map((part) => part.textContent).join("");
  }
  return lines.join("\n");
}

export { screen };
