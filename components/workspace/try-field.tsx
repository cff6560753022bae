"use client";
import { useMemo, useState } from "react";
import type { Draft } from "@/lib/client/draft";
import type { Side } from "@/lib/engine/schema-text";
import type { Finding, Place, Verdict } from "@/lib/protocol/verdict";
import { CodeEditor, type EditorHandle, type Mark } from "../editor/lazy";
import { VerdictBadge } from "../status";
import { Button } from "../ui/button";

interface TryFieldProps {
  draft: Draft;
  toolKey: string;
  side: Side;
  text: string;
  onChange: (text: string) => void;
  /** Absent while there is nothing to judge. */
  verdict: Verdict | undefined;
  /** The text of the tool.error that the engine would propose. */
  proposed?: string;
  /** Keeps the text and its verdict with the tool; `whyNot` says why it cannot now. */
  onKeep: () => void;
  whyNot: string | null;
  /** Shows a place of the schema. */
  onSchema: (place: Place) => void;
}

/** A scratch field: type arguments (or a result) and read the verdict the engine would give. */
export function TryField({
  draft,
  toolKey,
  side,
  text,
  onChange,
  verdict,
  proposed,
  onKeep,
  whyNot,
  onSchema,
}: TryFieldProps) {
  const [editor, setEditor] = useState<EditorHandle | null>(null);
  const marks = useMemo(() => (verdict?.findings ?? []).flatMap(markOf), [verdict]);
  const label = side === "input" ? "Try arguments" : "Try a result";
  return (
    <section aria-label={label} className="flex shrink-0 flex-col border-line border-t" data-testid="try">
      <div className="flex h-8 items-center justify-between gap-2 px-3.5">
        <h3 className="font-[580] text-2xs text-ink-3">{label}</h3>
        <span className="flex items-center gap-2">
          {verdict && <VerdictBadge status={verdict.status} testId="try-verdict" />}
          {text !== "" && (
            <Button small look="quiet" testId="keep-case" why={whyNot} onClick={onKeep}>
              Keep as case
            </Button>
          )}
        </span>
      </div>
      <div className="relative h-[70px]">
        <CodeEditor
          scope={draft.key}
          name={`${toolKey}/${side}.try.json`}
          language="json"
          value={text}
          onChange={onChange}
          label={label}
          marks={marks}
          small
          onReady={setEditor}
        />
        {text === "" && (
          <p className="code pointer-events-none absolute top-1.5 left-3.5 text-ink-3">
            {side === "input" ? "the arguments a model sends" : "the text a worker returns"}
          </p>
        )}
      </div>
      {verdict && (
        <Outcome
          verdict={verdict}
          proposed={proposed}
          onPlace={(place) => editor?.jump(place)}
          onSchema={onSchema}
        />
      )}
    </section>
  );
}

function markOf({ at, message }: Finding): Mark[] {
  return at ? [{ offset: at.offset, length: at.length, level: "error", message }] : [];
}

interface OutcomeProps {
  verdict: Verdict;
  proposed?: string;
  onPlace: (place: Place) => void;
  onSchema: (place: Place) => void;
}

/** The reason, the findings and the notes of a verdict. */
function Outcome({ verdict, proposed, onPlace, onSchema }: OutcomeProps) {
  const reason = "reason" in verdict ? verdict.reason : undefined;
  const empty = !reason && verdict.findings.length === 0 && verdict.notes.length === 0 && !verdict.readAs;
  if (empty) return null;
  return (
    <div className="max-h-32 overflow-y-auto px-3.5 pb-2 text-xs" data-testid="try-findings">
      {reason && <p className="py-0.5 text-ink-2">{reason}</p>}
      {verdict.readAs && (
        <p className="py-0.5 text-ink-3">Read as {verdict.readAs === "json" ? "JSON" : "text"}</p>
      )}
      <ul>
        {verdict.findings.map((finding) => (
          <li
            key={`${finding.instancePath} ${finding.schemaPath} ${finding.message}`}
            className="py-0.5"
            data-testid="finding"
          >
            <div className="text-ink">{finding.message}</div>
            <div className="code-2xs flex flex-wrap gap-x-2 text-ink-3">
              <Jump place={finding.at} onJump={onPlace} word="line" />
              {finding.instancePath && <span>{finding.instancePath}</span>}
              <span>{finding.keyword}</span>
              <Jump place={finding.schemaAt} onJump={onSchema} word="schema line" />
            </div>
          </li>
        ))}
        {verdict.notes.map((note) => (
          <li key={`${note.code} ${note.path}`} className="py-0.5 text-ink-2" data-testid="note">
            Note: {note.message ?? note.code}
            {note.path && <span className="code-2xs text-ink-3"> {note.path}</span>}
          </li>
        ))}
      </ul>
      {proposed && (
        <p className="py-0.5 text-ink-2" data-testid="try-proposed">
          Proposed: <span className="code-2xs">tool.error</span> “{proposed}”
        </p>
      )}
      {verdict.more > 0 && <p className="text-ink-3">and {verdict.more} more</p>}
    </div>
  );
}

function Jump({
  place,
  onJump,
  word,
}: {
  place: Place | null;
  onJump: (place: Place) => void;
  word: string;
}) {
  if (!place) return null;
  return (
    <button
      type="button"
      className="underline decoration-line-strong hover:text-ink"
      onClick={() => onJump(place)}
    >
      {word} {place.line}
      {word === "line" ? `:${place.column}` : ""}
    </button>
  );
}
