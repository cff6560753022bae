"use client";
import { setScreen } from "@/lib/client/screen/screen";
import { editWorkspace, useDraftPart } from "@/lib/client/workspace/draft";
import { compact } from "@/lib/client/workspace/edits";
import type { Workspace } from "@/lib/protocol/workspace";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Switch, TextArea, TextField } from "../ui/fields";
import { NumberField } from "../ui/number-field";
import { Select } from "../ui/select";
import { TEXT } from "./text";

type Formats = NonNullable<Workspace["formats"]>;

const FORMATS: { value: Formats; label: string }[] = [
  { value: "dialect", label: "As the dialect defines" },
  { value: "always", label: "Always enforce" },
  { value: "never", label: "Never enforce" },
];

/** Settings for the whole agent. */
export function AgentDialog() {
  const workspace = useDraftPart((draft) => draft.workspace);
  const { agent } = workspace;
  const setAgent = (change: Partial<Workspace["agent"]>) =>
    editWorkspace((now) => ({ ...now, agent: compact({ ...now.agent, ...change }) }));
  const set = (change: Partial<Workspace>) => editWorkspace((now) => compact({ ...now, ...change }));
  const setLimit = (change: Workspace["limits"]) => {
    const limits = compact({ ...workspace.limits, ...change });
    set({ limits: Object.keys(limits).length > 0 ? limits : undefined });
  };
  return (
    <Dialog
      open
      size="wide"
      testId="agent-dialog"
      onClose={() => setScreen({ dialog: null })}
      title="Agent settings"
      footer={<Button onClick={() => setScreen({ dialog: "policies" })}>Retry policies…</Button>}
    >
      <div className="flex flex-col gap-4">
        <TextArea
          label="System prompt"
          rows={3}
          value={agent.system ?? ""}
          onChange={(system) => setAgent({ system: system || undefined })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Model name"
            mono
            value={agent.model}
            onChange={(model) => setAgent({ model })}
            hint={TEXT.modelNameHint}
          />
          <NumberField
            label="Parallel calls"
            placeholder="8"
            whole
            min={1}
            max={64}
            value={workspace.parallel}
            onChange={(parallel) => set({ parallel })}
            hint={TEXT.parallelHint}
          />
          <NumberField
            label="Model calls per turn"
            placeholder="50"
            whole
            min={1}
            max={100_000}
            value={workspace.limits?.modelCallsPerTurn}
            onChange={(modelCallsPerTurn) => setLimit({ modelCallsPerTurn })}
            hint={TEXT.modelCallsHint}
          />
          <NumberField
            label="Script timeout, ms"
            placeholder="2000"
            whole
            min={1}
            max={60_000}
            value={workspace.limits?.scriptMs}
            onChange={(scriptMs) => setLimit({ scriptMs })}
          />
          <div>
            <div className="mb-1 font-[540] text-ink-2 text-xs">Keyword format</div>
            <Select
              label="Keyword format"
              className="w-full"
              value={workspace.formats ?? "dialect"}
              onChange={(value) => {
                const formats = FORMATS.find((known) => known.value === value)?.value;
                set({ formats: formats === "dialect" ? undefined : formats });
              }}
              options={FORMATS}
            />
            <p className="mt-1 text-ink-3 text-xs">{TEXT.formatHint}</p>
          </div>
          <div className="pt-5">
            <Switch
              label="Stream replies"
              hint={TEXT.streamHint}
              checked={agent.stream ?? false}
              onChange={(stream) => setAgent({ stream: stream || undefined })}
            />
          </div>
        </div>
      </div>
    </Dialog>
  );
}
