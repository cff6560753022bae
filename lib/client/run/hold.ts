/** Releasing held decisions and toggling breakpoints. */
import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/client/api/api";
import { useScreen } from "@/lib/client/screen/screen";
import { editWorkspace } from "@/lib/client/workspace/draft";
import { equalJson } from "@/lib/json/equal";
import type { Breakpoint } from "@/lib/protocol/breakpoint";
import type { Command } from "@/lib/wire/commands";

type ReleaseBody = Extract<Command, { type: "release" }>;

interface Released {
  id: string;
  /** The `seq` of the fact that holds it. */
  hold: number;
  how: ReleaseBody["how"];
  step?: boolean;
}

/**
 * Lets a held decision go on. A refusal is the mutation's error and says why. `sending` tells whether a hold's release is
 * under way: the next hold can be on screen before the server has answered.
 */
export function useRelease(session: string) {
  const release = useMutation({
    mutationFn: ({ id, hold, how, step }: Released) =>
      api.sessions.command(
        session,
        { type: "release", decision_id: id, hold, how, ...(step ? { step } : {}) },
        useScreen.getState().secrets,
      ),
  });
  return { ...release, sending: (hold: number) => release.isPending && release.variables.hold === hold };
}

/** Adds or removes a breakpoint of the workspace, and of the session on screen while it runs. */
export function toggleBreakpoint(
  list: readonly Breakpoint[],
  breakpoint: Breakpoint,
  session: string | null,
): Promise<unknown> {
  const without = list.filter((one) => !equalJson(one, breakpoint));
  const breakpoints = without.length < list.length ? without : [...list, breakpoint];
  editWorkspace(({ breakpoints: _, ...workspace }) =>
    breakpoints.length > 0 ? { ...workspace, breakpoints } : workspace,
  );
  if (session === null) return Promise.resolve();
  return api.sessions.command(session, { type: "breakpoints", breakpoints }, useScreen.getState().secrets);
}
