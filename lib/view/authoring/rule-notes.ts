/** Why a fault rule can never match in its workspace: because of its target or of the rules before it. */
import { resolvePolicy, toolKind } from "@/lib/engine/log/policy";
import { changesCalls } from "@/lib/engine/state/injected";
import type { FaultRule, FaultWhen } from "@/lib/protocol/fault";
import type { Workspace, WorkspaceTool } from "@/lib/protocol/workspace";

/** Why a rule never matches, as a sentence; null if it can match. `before`: the rules that come first. */
export function idleReason(
  rule: FaultRule,
  workspace: Workspace,
  before: readonly FaultRule[] = [],
): string | null {
  if (rule.when.kind === "rate" && rule.when.rate === 0) return "Matches nothing: its rate is 0 %.";
  return targetProblem(rule, workspace) ?? shadow(rule, workspace, before);
}

function targetProblem(rule: FaultRule, workspace: Workspace): string | null {
  if (rule.at !== "tool") return null;
  const { tools } = workspace.agent;
  const { name } = rule;
  if (name !== undefined) {
    const tool = tools.find((each) => each.name === name);
    return tool ? missing(rule, tool, workspace) : `There is no tool called ${name}.`;
  }
  const reasons = tools.map((tool) => missing(rule, tool, workspace));
  return reasons.length > 0 && reasons.every((reason) => reason !== null)
    ? "No tool matches this rule."
    : null;
}

/** What the fault needs and this tool lacks; null if nothing. */
function missing({ what }: FaultRule, tool: WorkspaceTool, workspace: Workspace): string | null {
  const { name } = tool;
  if (tool.handler === "client")
    return `${name} runs in the client; faults apply only to tools that the worker runs.`;
  if (what.kind === "broken result" && !tool.outputText && tool.output === undefined)
    return `${name} has no output schema that its result could break.`;
  const byPerson = workspace.worker.kind === "tools" && tool.runner.kind === "person";
  if (byPerson && (what.kind === "late" || what.kind === "cut result" || what.kind === "duplicate"))
    return `${name} is answered by a person; this fault needs a result from the worker.`;
  if (what.kind === "late" && !hasLimit(tool, workspace))
    return `${name} has no time limit, so its result cannot be late: set a limit in its policy.`;
  return null;
}

function hasLimit(tool: WorkspaceTool, { agent }: Workspace): boolean {
  const { policy } = resolvePolicy(toolKind(tool.handler ?? "worker"), {
    agent,
    tool: tool.retry,
  });
  return policy.attempt_timeout_secs !== null || policy.total_timeout_secs !== null;
}

/** The first earlier rule that matches wherever this one would. */
function shadow(rule: FaultRule, workspace: Workspace, before: readonly FaultRule[]): string | null {
  const index = before.findIndex((first) => covers(first, rule, workspace));
  return index < 0 ? null : `Rule ${index + 1} always matches first.`;
}

const isAll = (when: FaultWhen): boolean => when.kind === "every" || (when.kind === "rate" && when.rate >= 1);

function covers(first: FaultRule, rule: FaultRule, workspace: Workspace): boolean {
  // The first delivery of a decision that runs a tool matches either kind of rule.
  if (first.at === "delivery" && rule.at === "tool") return isAll(first.when) && !first.attempt;
  if (first.at !== rule.at) return false;
  if (first.attempt !== undefined && first.attempt !== rule.attempt) return false;
  return coversTools(first, rule, workspace) && (isAll(first.when) || coversSome(first, rule));
}

/** Whether it applies to every tool that the other applies to. Some faults skip tools that lack what they need. */
function coversTools(first: FaultRule, rule: FaultRule, workspace: Workspace): boolean {
  if (first.at !== "tool" || rule.at !== "tool") return true;
  if (first.name !== undefined && first.name !== rule.name) return false;
  return workspace.agent.tools
    .filter((tool) => (rule.name === undefined || tool.name === rule.name) && !missing(rule, tool, workspace))
    .every((tool) => missing(first, tool, workspace) === null);
}

/** Whether of what is counted alike it takes all that the other one takes. */
function coversSome(first: FaultRule, rule: FaultRule): boolean {
  const nameOf = (one: FaultRule) => (one.at === "tool" ? one.name : undefined);
  if (nameOf(first) !== nameOf(rule) || changesCalls(first.what) !== changesCalls(rule.what)) return false;
  const [one, other] = [first.when, rule.when];
  if (one.kind === "nth" && other.kind === "nth") return one.n === other.n;
  if (one.kind !== "rate" || other.kind !== "rate" || one.seed !== other.seed) return false;
  return one.rate >= other.rate && first.what.kind === rule.what.kind && first.attempt === rule.attempt;
}
