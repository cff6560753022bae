"use client";
import { ChevronDown } from "lucide-react";
import { useSettings } from "@/lib/client/queries/settings";
import { rememberByKind } from "@/lib/client/screen/remember-by-kind";
import { setScreen, setSecret, useScreen } from "@/lib/client/screen/screen";
import { editWorkspace, useDraftPart } from "@/lib/client/workspace/draft";
import { compact } from "@/lib/client/workspace/edits";
import type { ModelSettings } from "@/lib/protocol/workspace";
import { Button } from "../ui/button";
import { TextField } from "../ui/fields";
import { NumberField } from "../ui/number-field";
import { Popover } from "../ui/popover";
import { Segmented } from "../ui/segmented";
import { AddressField } from "./address-field";
import { Chip } from "./chip";
import { TEXT } from "./text";

const remembered = rememberByKind<ModelSettings>();

/** Entered when Anthropic is chosen and the agent names another provider's model. */
const FIRST_MODEL = "claude-haiku-4-5-20251001";

function nameModel(model: string): void {
  editWorkspace((workspace) => ({ ...workspace, agent: { ...workspace.agent, model } }));
}

/** Chooses the model, and where its key is kept. */
export function ModelChip() {
  const model = useDraftPart((draft) => draft.workspace.model);
  const name = useDraftPart((draft) => draft.workspace.agent.model);
  const opening = useDraftPart((draft) => draft.key);
  const set = (next: ModelSettings) => editWorkspace((workspace) => ({ ...workspace, model: next }));
  const choose = (kind: ModelSettings["kind"]) => {
    set(remembered.swap(opening, model, { kind }));
    // The provider would refuse a made-up name.
    if (kind === "anthropic" && !name.startsWith("claude")) nameModel(FIRST_MODEL);
  };
  return (
    <Popover
      title="Model"
      testId="model-panel"
      trigger={
        <Chip testId="model-chip" label="Model">
          {model.kind === "scripted" ? "Scripted model" : name || "Anthropic"}
          <ChevronDown size={13} className="text-ink-3" />
        </Chip>
      }
    >
      <Segmented
        label="Model"
        testId="model-kind"
        value={model.kind}
        onChange={choose}
        options={[
          { value: "scripted", label: "Scripted" },
          { value: "anthropic", label: "Anthropic" },
        ]}
      />
      {model.kind === "scripted" ? (
        <>
          <p className="text-ink-2">{TEXT.scriptedModel}</p>
          <Button
            small
            className="self-start"
            onClick={() => setScreen({ answersOpen: true, column: "run" })}
          >
            Edit the answers
          </Button>
        </>
      ) : (
        <Anthropic key={opening} name={name} model={model} set={set} />
      )}
    </Popover>
  );
}

interface AnthropicProps {
  /** Of the model. */
  name: string;
  model: Extract<ModelSettings, { kind: "anthropic" }>;
  set: (model: ModelSettings) => void;
}

function Anthropic({ name, model, set }: AnthropicProps) {
  const key = useScreen((screen) => screen.secrets.apiKey) ?? "";
  const server = useSettings().data?.anthropic_key;
  const where = key ? TEXT.apiKeyKept : server ? TEXT.serverKeyHint : TEXT.noServerKey;
  return (
    <>
      <TextField
        label="Model name"
        mono
        testId="model-name"
        value={name}
        onChange={nameModel}
        placeholder={FIRST_MODEL}
      />
      <TextField
        label="API key"
        type="password"
        autoComplete="off"
        mono
        testId="api-key"
        value={key}
        onChange={(apiKey) => setSecret({ apiKey: apiKey || undefined })}
        hint={where}
      />
      <AddressField
        label="Base address"
        optional
        placeholder="https://api.anthropic.com"
        hint={TEXT.baseAddressHint}
        value={model.baseUrl ?? ""}
        onChange={(baseUrl) => set(compact({ ...model, baseUrl: baseUrl || undefined }))}
      />
      <NumberField
        label="Max tokens"
        placeholder="default"
        whole
        min={1}
        value={model.maxTokens}
        onChange={(maxTokens) => set(compact({ ...model, maxTokens }))}
      />
    </>
  );
}
