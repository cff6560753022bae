"use client";
import { useMemo, useState } from "react";
import { DiffView } from "@/components/shared/diff-view";
import { useAnswerCheck } from "@/lib/client/queries/check";
import { readTypedJson } from "@/lib/json/typed-text";
import type { DecisionResponse } from "@/lib/protocol/actions";
import type { Verdict } from "@/lib/protocol/verdict";
import { diffJson } from "@/lib/view/code/diff";
import type { HeldView } from "@/lib/view/inspector/held-view";
import { CodeEditor, type Mark } from "../editor/lazy";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Callout } from "../ui/feedback";
import { TEXT } from "./text";

interface EditAnswerProps {
  view: HeldView;
  error: string | null;
  onReturn: (response: DecisionResponse) => void;
  onClose: () => void;
}

/**
 * Dialog for answering in the worker's place: an editor with completion and protocol checks, next to the engine's
 * proposal.
 */
export function EditAnswer({ view, error, onReturn, onClose }: EditAnswerProps) {
  const [text, setText] = useState(() => JSON.stringify(view.answer ?? view.proposed, null, 2));
  const read = useMemo(() => readTypedJson(text), [text]);
  const verdict = useAnswerCheck(view.id, text);
  const marks = useMemo(() => (verdict ? marksOf(verdict) : []), [verdict]);
  const problem = read.ok ? (verdict?.status === "invalid" ? verdict.error : null) : read.message;
  return (
    <Dialog
      open
      size="tall"
      testId="edit-answer"
      onClose={onClose}
      title={`Answer ${view.label} yourself`}
      description={TEXT.answerDescription}
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
            marks={marks}
          />
        </div>
        {problem !== null && (
          <Callout tone="fail" shape="cross" className="rounded-md" testId="answer-fault">
            {problem}
          </Callout>
        )}
        {read.ok && problem === null && (
          <div className="max-h-[38%] overflow-auto rounded-md border border-line" data-testid="answer-diff">
            <DiffView
              lines={diffJson(view.proposed, read.value)}
              copy={{ left: () => JSON.stringify(view.proposed, null, 2), right: () => text }}
            />
          </div>
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
            why={problem === null ? null : TEXT.answerInvalid}
            onClick={() => read.ok && onReturn(read.value as DecisionResponse)}
          >
            Return answer
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const marksOf = ({ findings }: Verdict): Mark[] =>
  findings.flatMap(({ at, message }) =>
    at ? [{ offset: at.offset, length: at.length, level: "error", message }] : [],
  );
