"use client";
import { ChevronDown } from "lucide-react";
import { useSettings } from "@/lib/client/queries/settings";
import { rememberByKind } from "@/lib/client/screen/remember-by-kind";
import { setScreen, setSecret, useScreen } from "@/lib/client/screen/screen";
import { editWorkspace, useDraftPart } from "@/lib/client/workspace/draft";
import type { WorkerSettings } from "@/lib/protocol/workspace";
import { never } from "@/lib/util/never";
import { Button } from "../ui/button";
import { TextField } from "../ui/fields";
import { Popover } from "../ui/popover";
import { Segmented } from "../ui/segmented";
import { AddressField } from "./address-field";
import { Chip } from "./chip";
import { TEXT } from "./text";

const remembered = rememberByKind<WorkerSettings>();

const WORKER_SCRIPT = `// Answers every decision of the session. Return \`proposed\` to accept the proposal of the engine.

/** @type {Decide} */
function decide({ trigger, proposed, state, agent, calls, messages }) {
  if (trigger.type === "tool.execute" && trigger.input.status === "valid") {
    return { actions: [{ type: "tool.result", result: "done by the worker script" }] };
  }
  return proposed;
}
`;

/** Chooses who decides: each tool's own settings, one script, or a worker somewhere else. */
export function WorkerChip() {
  const worker = useDraftPart((draft) => draft.workspace.worker);
  const opening = useDraftPart((draft) => draft.key);
  const set = (next: WorkerSettings) => editWorkspace((workspace) => ({ ...workspace, worker: next }));
  return (
    <Popover
      title="Worker"
      testId="worker-panel"
      trigger={
        <Chip testId="worker-chip" label="Worker">
          <span className="truncate">Worker: {nameOf(worker)}</span>
          <ChevronDown size={13} className="shrink-0 text-ink-3" />
        </Chip>
      }
    >
      <Segmented
        label="Worker"
        testId="worker-kind"
        value={worker.kind}
        onChange={(kind) => set(remembered.swap(opening, worker, fresh(kind)))}
        options={[
          { value: "tools", label: "Tools" },
          { value: "script", label: "Script" },
          { value: "http", label: "HTTP" },
        ]}
      />
      <Settings key={opening} worker={worker} set={set} />
    </Popover>
  );
}

function nameOf(worker: WorkerSettings): string {
  switch (worker.kind) {
    case "tools":
      return "tools";
    case "script":
      return "script";
    case "http":
      return worker.url.replace(/^https?:\/\//, "");
    default:
      return never(worker, "worker");
  }
}

function fresh(kind: WorkerSettings["kind"]): WorkerSettings {
  switch (kind) {
    case "tools":
      return { kind };
    case "script":
      return { kind, source: WORKER_SCRIPT };
    case "http":
      return { kind, url: "http://127.0.0.1:8787/" };
    default:
      return never(kind, "worker");
  }
}

interface SettingsProps {
  worker: WorkerSettings;
  set: (worker: WorkerSettings) => void;
}

function Settings({ worker, set }: SettingsProps) {
  switch (worker.kind) {
    case "tools":
      return <p className="text-ink-2">{TEXT.toolsWorker}</p>;
    case "script":
      return (
        <>
          <p className="text-ink-2">{TEXT.scriptWorker}</p>
          <Button
            small
            className="self-start"
            testId="worker-script-open"
            onClick={() => setScreen({ dialog: "worker-script" })}
          >
            Edit the script
          </Button>
        </>
      );
    case "http":
      return (
        <>
          <AddressField
            label="Address"
            testId="worker-url"
            value={worker.url}
            onChange={(url) => set({ kind: "http", url })}
            hint={TEXT.workerAddressHint}
          />
          <WorkerSecret />
        </>
      );
    default:
      return never(worker, "worker");
  }
}

function WorkerSecret() {
  const secret = useScreen((screen) => screen.secrets.workerSecret) ?? "";
  const server = useSettings().data?.worker_secret;
  const where = secret ? TEXT.secretKept : server ? TEXT.serverSecretHint : TEXT.unsignedHint;
  return (
    <TextField
      label="Signing secret"
      type="password"
      autoComplete="off"
      mono
      testId="worker-secret"
      value={secret}
      onChange={(workerSecret) => setSecret({ workerSecret: workerSecret || undefined })}
      hint={where}
    />
  );
}
