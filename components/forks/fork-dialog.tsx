"use client";
import { useMemo, useState } from "react";
import { CodeEditor } from "@/components/editor/lazy";
import { CodeView } from "@/components/shared/code-view";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Callout } from "@/components/ui/feedback";
import { Switch } from "@/components/ui/fields";
import { Segmented } from "@/components/ui/segmented";
import { explain } from "@/lib/client/api/api";
import type { SessionLog } from "@/lib/client/log/session-log";
import { useFork } from "@/lib/client/queries/sessions";
import { openSession } from "@/lib/client/screen/url-state";
import { useDraft } from "@/lib/client/workspace/draft";
import { readTypedJson } from "@/lib/json/typed-text";
import { type ForkOffer, forkOffers, reuseText } from "@/lib/view/forks/fork-view";
import type { Target } from "@/lib/view/inspector/target";
import { TEXT } from "./text";

interface ForkDialogProps {
  session: string;
  target: Target;
  view: SessionLog;
  onClose: () => void;
}

/** Dialog that forks a run at a row: the recorded text on the left, its replacement on the right. */
export function ForkDialog({ session, target, view, onClose }: ForkDialogProps) {
  const { log } = view;
  const { record, attempt } = target;
  const offers = useMemo(() => forkOffers(record, attempt, log.state), [record, attempt, log]);
  const [id, setId] = useState(offers[0]?.id);
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [today, setToday] = useState(false);
  const fork = useFork(session);
  const draft = useDraft((store) => store.draft);
  const offer = offers.find((one) => one.id === id) ?? offers[0];
  if (!offer) return null;
  const text = texts[offer.id] ?? offer.recorded?.text ?? "";
  const made = pointOf(offer, text);
  const problem = "problem" in made ? made.problem : null;
  const go = () => {
    if ("problem" in made) return;
    const workspace = today && draft ? { workspace: draft.workspace } : {};
    fork.mutate(
      { point: made, ...workspace },
      {
        onSuccess: ({ id: forked }) => {
          onClose();
          openSession(forked);
        },
      },
    );
  };
  return (
    <Dialog
      open
      size="tall"
      testId="fork"
      onClose={onClose}
      title="Fork from here"
      description={TEXT.forkDescription}
    >
      <div className="flex h-full min-h-0 flex-col gap-2.5">
        <Segmented
          label="What to change"
          value={offer.id}
          onChange={setId}
          options={offers.map((one) => ({ value: one.id, label: one.label }))}
          testId="fork-offer"
        />
        {offer.recorded ? (
          <Edited
            key={offer.id}
            scope={`fork/${session}/${record.id}`}
            offer={offer}
            recorded={offer.recorded}
            text={text}
            onChange={(next) => setTexts((before) => ({ ...before, [offer.id]: next }))}
          />
        ) : (
          <p className="flex-1 text-ink-2">{TEXT.nothingEdited}</p>
        )}
        <Switch
          label="Use current workspace"
          hint={TEXT.currentWorkspaceHint}
          checked={today}
          onChange={setToday}
          testId="fork-today"
        />
        <p className="text-ink-2" data-testid="fork-reuse">
          {problem ?? ("problem" in made ? "" : reuseText(log.facts, made))}
        </p>
        {fork.error && (
          <Callout tone="fail" shape="cross" alert className="rounded-md" testId="fork-refused">
            {explain(fork.error)}
          </Callout>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            testId="fork-go"
            why={problem ?? (fork.isPending && "Creating the fork…")}
            onClick={go}
          >
            Fork
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The fork for the typed text, or what is wrong with the text. */
function pointOf(offer: ForkOffer, text: string): ReturnType<ForkOffer["point"]> {
  if (offer.recorded?.language !== "json") return offer.point(text);
  const read = readTypedJson(text);
  return read.ok ? offer.point(read.value) : { problem: `The text is not valid JSON: ${read.message}` };
}

interface EditedProps {
  scope: string;
  offer: ForkOffer;
  recorded: NonNullable<ForkOffer["recorded"]>;
  text: string;
  onChange: (text: string) => void;
}

function Edited({ scope, offer, recorded, text, onChange }: EditedProps) {
  return (
    <div className="grid min-h-0 flex-1 grid-cols-1 gap-2.5 md:grid-cols-2">
      <section className="flex min-h-24 flex-col overflow-hidden rounded-md border border-line">
        <h3 className="border-line border-b bg-sunk px-[11px] py-1.5 font-[560] text-xs">
          {recorded.name}, as recorded
        </h3>
        <div className="min-h-0 flex-1 overflow-auto">
          <CodeView text={recorded.text} language="json" label={`${recorded.name}, as recorded`} />
        </div>
      </section>
      <section className="flex min-h-24 flex-col overflow-hidden rounded-md border border-line">
        <h3 className="border-line border-b bg-sunk px-[11px] py-1.5 font-[560] text-xs">In the fork</h3>
        <div className="min-h-0 flex-1">
          <CodeEditor
            scope={scope}
            name={`${offer.id}.json`}
            language="json"
            value={text}
            onChange={onChange}
            label="In the fork"
          />
        </div>
      </section>
    </div>
  );
}
