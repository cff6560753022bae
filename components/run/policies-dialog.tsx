"use client";
import { useState } from "react";
import { PolicyTable } from "@/components/policy/policy-table";
import { setScreen } from "@/lib/client/screen/screen";
import { editWorkspace, useDraftPart } from "@/lib/client/workspace/draft";
import { compact } from "@/lib/client/workspace/edits";
import { resolvePolicy } from "@/lib/engine/log/policy";
import type { AgentRetry, RetryOverride } from "@/lib/protocol/policy";
import { Dialog } from "../ui/dialog";
import { Segmented } from "../ui/segmented";
import { TEXT } from "./text";

type Layer = "default" | "tool" | "llm";
type Layers = Partial<Record<Layer, RetryOverride>>;

const NOTES: Record<Layer, string> = {
  default: TEXT.defaultPolicy,
  tool: TEXT.toolPolicy,
  llm: "For model calls.",
};

/** A flat policy is the older form and applies to model calls. */
function layersOf(retry: AgentRetry | undefined): Layers {
  if (!retry) return {};
  const layered = "default" in retry || "tool" in retry || "llm" in retry;
  return layered ? retry : { llm: retry };
}

/** Dialog for the agent's layers of the retry policy. */
export function PoliciesDialog() {
  const [layer, setLayer] = useState<Layer>("tool");
  const agent = useDraftPart((draft) => draft.workspace.agent);
  const layers = layersOf(agent.retry);
  const set = (override: RetryOverride) => {
    const empty = Object.keys(override).length === 0;
    const retry = compact({ ...layers, [layer]: empty ? undefined : override });
    editWorkspace((now) => ({
      ...now,
      agent: compact({ ...now.agent, retry: Object.keys(retry).length > 0 ? retry : undefined }),
    }));
  };
  const shown: AgentRetry = layer === "default" ? { default: layers.default } : layers;
  return (
    <Dialog
      open
      size="wide"
      testId="policies"
      onClose={() => setScreen({ dialog: null })}
      title="Retry policies"
    >
      <Segmented
        label="Layer"
        value={layer}
        onChange={setLayer}
        options={[
          { value: "default", label: "All calls" },
          { value: "tool", label: "Tool calls" },
          { value: "llm", label: "Model calls" },
        ]}
      />
      <p className="my-2 text-ink-3 text-xs">{NOTES[layer]}</p>
      <PolicyTable
        key={layer}
        resolved={resolvePolicy(layer === "llm" ? "model call" : "worker tool", {
          agent: { model: agent.model, retry: compact(shown) },
        })}
        override={layers[layer] ?? {}}
        onChange={set}
      />
    </Dialog>
  );
}
