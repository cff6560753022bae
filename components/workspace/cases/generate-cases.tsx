"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Callout } from "@/components/ui/feedback";
import { Segmented } from "@/components/ui/segmented";
import { explain } from "@/lib/client/api/api";
import { useGenerated } from "@/lib/client/queries/cases";
import { editTool, useDraftPart } from "@/lib/client/workspace/draft";
import { generateBody, keptTexts, sidesOf, withSamples } from "@/lib/client/workspace/generated";
import type { Side } from "@/lib/protocol/side";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import { count } from "@/lib/view/text/format";
import type { GeneratedSamples } from "@/lib/wire/generate";
import { Missing, Samples } from "./generated-samples";
import { TEXT } from "./text";

interface GenerateProps {
  tool: WorkspaceTool;
  toolKey: string;
}

/** Generates samples from a tool's schemas; the selected ones become cases. */
export function GenerateCases(props: GenerateProps) {
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const none = sidesOf(props.tool).length === 0;
  return (
    <>
      <Button
        small
        look="quiet"
        testId="case-generate"
        why={none && TEXT.noSchema}
        hint={TEXT.generateHint}
        onClick={() => setOpen(true)}
      >
        Generate…
      </Button>
      <span role="status" className="min-w-0 truncate text-ink-2" data-testid="generate-said">
        {said}
      </span>
      {open && <GenerateDialog {...props} onSaid={setSaid} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps extends GenerateProps {
  onSaid: (said: string) => void;
  onClose: () => void;
}

function GenerateDialog({ tool, toolKey, onSaid, onClose }: DialogProps) {
  const formats = useDraftPart((draft) => draft.workspace.formats);
  const sides = sidesOf(tool);
  const [side, setSide] = useState<Side>(sides[0] ?? "input");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { data, error } = useGenerated(generateBody(tool, side, formats));
  const kept = keptTexts(tool, side);
  const picked = data?.samples.filter(({ text }) => chosen.has(text) && !kept.has(text)) ?? [];
  const choose = (texts: readonly string[], on: boolean) =>
    setChosen((now) => new Set(on ? [...now, ...texts] : [...now].filter((text) => !texts.includes(text))));
  const keep = () => {
    const made = withSamples(tool, picked, side);
    editTool(toolKey, (now) => withSamples(now, picked, side).tool);
    const more = (made.tool.cases?.length ?? 0) - (tool.cases?.length ?? 0);
    onSaid(`${count(more, "case")} kept${made.why === null ? "" : `; the others were not: ${made.why}`}.`);
    onClose();
  };
  return (
    <Dialog
      open
      size="tall"
      testId="generate-dialog"
      onClose={onClose}
      title={`Generate cases: ${tool.name}`}
      description={TEXT.generateDescription}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            testId="generate-keep"
            why={picked.length === 0 && "No sample is selected"}
            onClick={keep}
          >
            {picked.length === 0 ? "Keep as cases" : `Keep ${count(picked.length, "case")}`}
          </Button>
        </>
      }
    >
      {sides.length > 1 && (
        <Segmented
          label="Generate for"
          value={side}
          onChange={setSide}
          options={[
            { value: "input", label: "Arguments" },
            { value: "output", label: "Results" },
          ]}
          testId="generate-side"
        />
      )}
      <p role="status" className="py-2 text-ink-2" data-testid="generate-summary">
        {error ? "" : data ? summaryOf(data) : TEXT.generating}
      </p>
      {error && (
        <Callout tone="fail" shape="cross" alert>
          {explain(error)}
        </Callout>
      )}
      {data?.stopped !== undefined && (
        <Callout tone="warn" shape="triangle">
          {data.stopped}.
        </Callout>
      )}
      {data && (
        <>
          <Samples
            title="Valid samples"
            kind="valid"
            data={data}
            kept={kept}
            chosen={chosen}
            onChoose={choose}
          />
          <Samples
            title="Near-misses"
            kind="near-miss"
            data={data}
            kept={kept}
            chosen={chosen}
            onChoose={choose}
          />
          <Missing data={data} />
        </>
      )}
    </Dialog>
  );
}

/** "12 valid samples and 34 near-misses; 3 rules have none." */
function summaryOf({ samples, missing, left }: GeneratedSamples): string {
  const valid = samples.filter(({ kind }) => kind === "valid").length;
  const none = missing.filter(({ kind }) => kind === "near-miss").length;
  const near = samples.length - valid;
  const misses = near === 1 ? "1 near-miss" : `${near} near-misses`;
  const rules = none === 0 ? "" : none === 1 ? "; 1 rule has none" : `; ${none} rules have none`;
  const more = left === 0 ? "" : ` ${left} more rules of the schema were not tried.`;
  return `${count(valid, "valid sample")} and ${misses}${rules}.${more}`;
}
