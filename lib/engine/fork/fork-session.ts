/** A fork as a session of its own. */

import { agentFrom } from "@/lib/engine/decide/agent-from";
import type { Command } from "@/lib/engine/decide/decide";
import type { Fact } from "@/lib/engine/log/facts";
import { settingsFrom } from "@/lib/engine/log/policy";
import type { Workspace } from "@/lib/protocol/workspace";
import { forkLabel } from "./fork-label";
import { type ForkPoint, forkPlace, momentOf } from "./fork-log";

/** What a session that is run again has from the first moment: itself, as the workspace has it, and its start to decide. */
function startOf(facts: readonly Fact[], workspace: Workspace | undefined): Fact[] {
  const [created, ...rest] = facts;
  if (created?.type !== "session.created" || !workspace) return facts.slice(0, 2);
  const first = { ...created, workspace, agent: agentFrom(workspace), ...settingsFrom(workspace) };
  return [first, ...rest.slice(0, 1)];
}

/** What the user said, turn by turn: what a whole session is run again with. */
function messagesOf(facts: readonly Fact[]): string[] {
  return facts.flatMap((fact) => {
    if (fact.type !== "decision.queued" || fact.trigger.type !== "client.messages") return [];
    const content = fact.trigger.messages.findLast(({ role }) => role === "user")?.content;
    return typeof content === "string" ? [content] : [];
  });
}

/**
 * The facts that a fork begins with, and the command that then makes it one; or why there can be none. `workspace`: what
 * it goes on with in place of the recorded one.
 */
export function forkLog(
  origin: { session_id: string; facts: readonly Fact[] },
  point: ForkPoint,
  workspace?: Workspace,
): { kept: Fact[]; command: Command & { type: "fork" } } | { error: string } {
  const { session_id, facts } = origin;
  const found = forkPlace(facts, point);
  if ("error" in found) return found;
  const { keep: seq, then, edit } = found;
  const of = forkLabel(facts, point);
  const from = {
    ...{ session_id, seq, edit, at: seq === 0 ? (facts[0]?.at ?? 0) : momentOf(facts, found) },
    ...(of && { of }),
    ...(workspace && { workspace: true as const }),
  };
  const plain = { type: "fork" as const, origin: from, then };
  if (seq === 0) return { kept: startOf(facts, workspace), command: { ...plain, replay: messagesOf(facts) } };
  return { kept: facts.slice(0, seq), command: { ...plain, ...(workspace ? { workspace } : {}) } };
}
