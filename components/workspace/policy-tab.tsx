"use client";
import { PolicyTable } from "@/components/policy/policy-table";
import { setScreen } from "@/lib/client/screen/screen";
import { editTool, useDraftPart } from "@/lib/client/workspace/draft";
import { compact } from "@/lib/client/workspace/edits";
import { resolvePolicy, toolKind } from "@/lib/engine/log/policy";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import { Button } from "../ui/button";

/** The retry policy of a tool: the effective values, their layers, and the tool's own overrides. */
export function PolicyTab({ tool, toolKey }: { tool: WorkspaceTool; toolKey: string }) {
  const agent = useDraftPart((draft) => draft.workspace.agent);
  const resolved = resolvePolicy(toolKind(tool.handler ?? "worker"), {
    agent,
    tool: tool.retry,
  });
  return (
    <div className="overflow-y-auto px-3.5 py-3" data-testid="policy">
      <PolicyTable
        resolved={resolved}
        override={tool.retry ?? {}}
        onChange={(retry) =>
          editTool(toolKey, (now) =>
            compact({ ...now, retry: Object.keys(retry).length > 0 ? retry : undefined }),
          )
        }
      />
      <p className="mt-3 text-ink-3 text-xs">
        An empty field inherits its value. The layers are: engine default, agent default, agent tools, this
        tool. A total timeout ends the call for good. An attempt that times out is repeated while attempts are
        left.
      </p>
      <Button small className="mt-2" onClick={() => setScreen({ dialog: "policies" })}>
        Agent policies…
      </Button>
    </div>
  );
}
