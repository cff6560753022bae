/**
 * What a session recorded of its tool calls: each text that was checked, with the verdict of then. A fold over a few kinds
 * of facts, so that the rest of a log need not be read for it.
 */

import type { Fact, FactOf, FactType } from "@/lib/engine/log/facts";
import type { PackedTools } from "@/lib/engine/log/packed";
import type { Side } from "@/lib/protocol/side";
import type { Finding, Verdict, VerdictStatus } from "@/lib/protocol/verdict";
import type { Workspace } from "@/lib/protocol/workspace";
import { never } from "@/lib/util/never";
import { type SentTools, sentSchema } from "./lineage";

/** Raw arguments, or a result that came back, a rejected one too. */
export interface RecordedText {
  call: string;
  at: number;
  text: string;
  status: VerdictStatus;
  /** The text of the schema that the verdict was made by; null: there was none. */
  schema: string | null;
  /** The first thing that was found wrong. */
  finding?: Finding;
}

/** Changed in place by `addRecorded`. */
export interface Recording {
  /** Facts up to this one were looked at. */
  seq: number;
  /** As of the start, or of the fork. */
  workspace: Workspace | null;
  /** By tool name. */
  tools: Map<string, Record<Side, RecordedText[]>>;
  /** Characters of all texts. */
  chars: number;
  /** By the call's id. */
  calls: Map<string, { name: string; text: string; llmCallId: string | undefined }>;
  agents: SentTools["agents"];
  llm: Map<string, { request: { tools?: PackedTools } }>;
}

/** The only facts that count. */
export const RECORDED_FACTS = [
  "session.created",
  "session.forked",
  "agent.updated",
  "llm.call.requested",
  "tool.call.requested",
  "input.classified",
  "tool.call.completed",
  "output.rejected",
] as const satisfies readonly FactType[];
type Counting = FactOf<(typeof RECORDED_FACTS)[number]>;

export const newRecording = (): Recording => ({
  seq: 0,
  workspace: null,
  tools: new Map(),
  chars: 0,
  calls: new Map(),
  agents: [],
  llm: new Map(),
});

const counts = (fact: Fact): fact is Counting => RECORDED_FACTS.some((type: FactType) => type === fact.type);

/** Adds what follows in the log. What a fork shares with its origin is the origin's. */
export function addRecorded(recording: Recording, facts: readonly Fact[]): void {
  for (const fact of facts) {
    recording.seq = fact.seq;
    if (counts(fact)) add(recording, fact);
  }
}

function add(recording: Recording, fact: Counting): void {
  switch (fact.type) {
    case "session.created":
      recording.workspace = fact.workspace;
      recording.agents = [fact.agent];
      return;
    case "session.forked":
      recording.workspace = fact.workspace ?? recording.workspace;
      if (fact.agent) recording.agents = [...recording.agents, fact.agent];
      recording.tools.clear();
      recording.chars = 0;
      return;
    case "agent.updated":
      recording.agents = [...recording.agents, fact.agent];
      return;
    case "llm.call.requested":
      if (fact.request) recording.llm.set(fact.call_id, { request: { tools: fact.request.tools } });
      return;
    case "tool.call.requested":
      recording.calls.set(fact.tool_call_id, {
        name: fact.name,
        text: fact.arguments,
        llmCallId: fact.llm_call_id,
      });
      return;
    case "input.classified":
      note(recording, fact, { side: "input", verdict: fact.verdict });
      return;
    case "output.rejected":
      note(recording, fact, { side: "output", text: fact.result, verdict: fact.verdict });
      return;
    case "tool.call.completed":
      note(recording, fact, { side: "output", text: fact.result, verdict: fact.output });
      return;
    default:
      never(fact, "fact");
  }
}

interface Noted {
  side: Side;
  /** Absent: the call's arguments. */
  text?: string;
  verdict: Verdict | undefined;
}

function note(
  recording: Recording,
  { tool_call_id, at }: { tool_call_id: string; at: number },
  { side, text: given, verdict }: Noted,
): void {
  const call = recording.calls.get(tool_call_id);
  if (!call) return;
  const text = given ?? call.text;
  const lists = recording.tools.get(call.name) ?? { input: [], output: [] };
  recording.tools.set(call.name, lists);
  const [finding] = verdict?.findings ?? [];
  // A result that nothing was declared for has passed.
  const status = verdict?.status ?? "valid";
  const schema = sentSchema(recording, call, side);
  lists[side].push({ call: tool_call_id, at, text, status, schema, ...(finding ? { finding } : {}) });
  recording.chars += text.length;
}
