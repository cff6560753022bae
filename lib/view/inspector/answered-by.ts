/** Who gave a recorded result, and which rule of today's workspace does: where it can be fixed, or why not here. */
import type { State } from "@/lib/engine/state/state";
import { canonical } from "@/lib/json/print";
import type { Workspace, WorkspaceTool } from "@/lib/protocol/workspace";
import { never } from "@/lib/util/never";
import type { CallRecord } from "@/lib/view/timeline/records";

export interface Answered {
  name: string;
  /** `worker`: a script or an HTTP worker that decides on all calls; `tool`: the tool as it runs. */
  by: "client" | "http worker" | "script worker" | "person" | "tool";
  /** From 0. */
  attempt: number;
  /** The string that was checked. */
  result: string;
}

/** Null for a call without a result. */
export function answeredBy(call: CallRecord, state: State): Answered | null {
  const settled = call.rejected ?? call.completed;
  if (!settled) return null;
  const { name } = call.requested;
  return { name, by: whoAnswered(call, state), attempt: settled.attempt, result: settled.result };
}

function whoAnswered({ requested, completed }: CallRecord, state: State): Answered["by"] {
  if (requested.handler === "client" || completed?.by === "client") return "client";
  if (completed?.by === "person") return "person";
  const workspace = state.settings?.workspace;
  if (workspace?.worker.kind === "http") return "http worker";
  if (workspace?.worker.kind === "script") return "script worker";
  const tool = workspace?.agent.tools.find((one) => one.name === requested.name);
  return tool?.runner.kind === "person" ? "person" : "tool";
}

export type FixPlace =
  /** Nothing can be opened. */
  | { why: string }
  /** `rule`: from 0; null where none of today's gives this result. */
  | { opens: "rules"; rule: number | null }
  | { opens: "script" };

export function fixPlace(answered: Answered, workspace: Workspace): FixPlace {
  switch (answered.by) {
    case "client":
      return { why: "The client gave this result: fix it there" };
    case "http worker":
      return { why: "An HTTP worker gave this result: fix it there" };
    case "script worker":
      return { why: "A worker script decides on all calls: fix it there, under the worker's name" };
    case "person":
      return { why: "A person typed this result" };
    case "tool":
      return inTool(answered, workspace);
    default:
      return never(answered.by, "who answered");
  }
}

function inTool(answered: Answered, { agent }: Workspace): FixPlace {
  const tool = agent.tools.find(({ name }) => name === answered.name);
  if (!tool) return { why: `The workspace has no tool called ${answered.name} any more` };
  const { runner } = tool;
  switch (runner.kind) {
    case "person":
      return { why: "The workspace lets a person answer this tool now, so there is no rule to fix" };
    case "script":
      return { opens: "script" };
    case "responses":
      return { opens: "rules", rule: ruleOf(runner.rules, answered) };
    default:
      return never(runner, "runner");
  }
}

type Rules = Extract<WorkspaceTool["runner"], { kind: "responses" }>["rules"];

/** The first rule for this attempt that gives this very result. */
function ruleOf(rules: Rules, { attempt, result }: Answered): number | null {
  const found = rules.findIndex(
    ({ when, then }) =>
      (when?.attempt ?? attempt) === attempt &&
      !then.error &&
      !then.hang &&
      canonical(then.result ?? null) === result,
  );
  return found < 0 ? null : found;
}
