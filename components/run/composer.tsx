"use client";
import { AnswersPanel } from "@/components/run/answers/answers-panel";
import { PHONE, useMedia } from "@/components/ui/use-media";
import { explain } from "@/lib/client/api/api";
import { canStop, type RunControls } from "@/lib/client/run/run";
import { setScreen, useScreen } from "@/lib/client/screen/screen";
import { useSelection } from "@/lib/client/screen/use-selection";
import { useDraftPart, useToolNames } from "@/lib/client/workspace/draft";
import { useToolStates } from "@/lib/client/workspace/tool-checks";
import { Button } from "../ui/button";
import { Callout } from "../ui/feedback";
import { TextArea } from "../ui/fields";
import { Kbd } from "../ui/kbd";
import { ModelChip } from "./model-chip";
import { TEXT } from "./text";
import { WorkerChip } from "./worker-chip";

interface ComposerProps {
  controls: RunControls;
}

/** The user's message and, for the scripted model, what the model will answer. */
export function Composer({ controls }: ComposerProps) {
  const scripted = useDraftPart((draft) => draft.workspace.model.kind === "scripted");
  const message = useScreen((screen) => screen.message);
  const { session } = useSelection();
  const phone = useMedia(PHONE);
  const { status, error, send, stop } = controls;
  return (
    <section aria-label="Composer" className="flex max-h-[58%] shrink-0 flex-col bg-panel">
      {phone && (
        <div className="flex flex-wrap gap-2 px-3.5 pt-2.5">
          <ModelChip />
          <WorkerChip />
        </div>
      )}
      <div className="flex items-start gap-2 px-3.5 py-2.5">
        <TextArea
          label="Message"
          hideLabel
          rows={1}
          testId="message"
          className="flex-1"
          placeholder="Message to the agent"
          value={message}
          onChange={(text) => setScreen({ message: text })}
        />
        {canStop(status) && (
          <Button testId="stop" className="h-[30px]!" onClick={stop}>
            Stop
            <Kbd keys="escape" />
          </Button>
        )}
        {session && (status === "idle" || status === "failed") && (
          <Button
            testId="send"
            className="h-[30px]!"
            why={message.trim() === "" && "Type a message first"}
            hint={TEXT.nextTurnHint}
            onClick={send}
          >
            Send to this run
          </Button>
        )}
      </div>
      {error !== null && error !== undefined && (
        <Callout tone="fail" shape="cross" alert testId="run-error">
          {explain(error)}
        </Callout>
      )}
      <UncheckedStrip />
      {scripted && <AnswersPanel />}
      <div className="border-line border-b" />
    </section>
  );
}

/** A warning before a run starts: the calls of these tools will not be checked. */
function UncheckedStrip() {
  const states = useToolStates();
  const names = useToolNames();
  const unusable = [...states.values()].flatMap((state, i) => {
    const name = names[i];
    return state.kind === "unusable" && name ? [{ name, ...state }] : [];
  });
  if (unusable.length === 0) return null;
  return (
    <Callout tone="fail" shape="cross" testId="unchecked-strip">
      {unusable.map(({ name, side, reason }) => (
        <p key={`${name} ${side}`}>
          {side === "input" ? "Calls to " : "Results of "}
          <b className="font-[580]">{name}</b> will go through unchecked: {reason}
        </p>
      ))}
    </Callout>
  );
}
