"use client";
import { useMemo, useState } from "react";
import type { DecisionResponse } from "@/lib/protocol/actions";
import { diffJson } from "@/lib/view/diff";
import { type HeldView, readAnswer } from "@/lib/view/held-view";
import { CodeEditor } from "../editor/lazy";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Callout } from "../ui/feedback";
import { DiffView } from "./diff-view";

interface EditAnswerProps {
  view: HeldView;
  error: string | null;
  onReturn: (response: DecisionResponse) => void;
  onClose: () => void;
}

/** An answer in the worker's place: typed with completion, checked by the protocol, beside what the engine proposes. */
export function EditAnswer({ view, error, onReturn, onClose }: EditAnswerProps) {
  const [text, setText] = useState(() => JSON.stringify(view.answer ?? view.proposed, null, 2));
  const read = useMemo(() => readAnswer(text), [text]);
  return (
    <Dialog
      open
      size="tall"
      testId="edit-answer"
      onClose={onClose}
      title={`Answer ${view.label} yourself`}
      description="The engine treats it as the worker's answer; the log says that a person gave it."
    >
      <div className="flex h-full min-h-0 flex-col gap-2">
        <div className="min-h-32 flex-1 overflow-hidden rounded-md border border-line">
          <CodeEditor
            scope={`held/${view.id}`}
            name="held.answer.json"
            language="json"
            value={text}
            onChange={setText}
            label="Your answer"
          />
        </div>
        {read.ok ? (
          <div className="max-h-[38%] overflow-auto rounded-md border border-line" data-testid="answer-diff">
            <DiffView
              lines={diffJson(view.proposed, read.response)}
              copy={{ left: () => JSON.stringify(view.proposed, null, 2), right: () => text }}
            />
          </div>
        ) : (
          <Callout tone="fail" shape="cross" className="rounded-md" testId="answer-fault">
            {read.fault}
          </Callout>
        )}
        {error && (
          <Callout tone="fail" shape="cross" alert className="rounded-md">
            {error}
          </Callout>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            testId="answer-return"
            why={read.ok ? null : "The answer is not right yet"}
            onClick={() => read.ok && onReturn(read.response)}
          >
            Return it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
