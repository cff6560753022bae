"use client";
import type { ReactNode } from "react";
import type { EditorHandle } from "@/components/editor/lazy";
import { Branches } from "@/components/shared/branches";
import type { Verdict } from "@/lib/protocol/verdict";
import type { CheckView, FindingLine } from "@/lib/view/inspector/check-view";

/** Shows a place in a text. */
export type ShowPlace = EditorHandle["jump"];

interface OutcomeProps {
  verdict: Verdict;
  check: CheckView;
  proposed?: string;
  /** Ids of the findings whose alternatives are all shown. */
  open: ReadonlySet<string>;
  onOpen: (id: string) => void;
  onPlace: ShowPlace;
  onSchema: ShowPlace;
}

/** The reason, the findings and the notes of a verdict; the closest alternative is shown, the others on demand. */
export function TryOutcome(props: OutcomeProps) {
  const { verdict, check, proposed } = props;
  const reason = "reason" in verdict ? verdict.reason : undefined;
  const empty = !reason && verdict.findings.length === 0 && verdict.notes.length === 0 && !verdict.readAs;
  if (empty) return null;
  return (
    <div className="max-h-44 overflow-y-auto px-3.5 pb-2 text-xs" data-testid="try-findings">
      {reason && <p className="py-0.5 text-ink-2">{reason}</p>}
      {verdict.readAs && (
        <p className="py-0.5 text-ink-3">Read as {verdict.readAs === "json" ? "JSON" : "text"}</p>
      )}
      <FindingList {...props} findings={check.findings.filter(({ id }) => !check.inBranch.has(id))} />
      {verdict.notes.length > 0 && (
        <ul>
          {verdict.notes.map((note) => (
            <li key={`${note.code} ${note.path}`} className="py-0.5 text-ink-2" data-testid="note">
              Note: {note.message ?? note.code}
              {note.path && <span className="code-2xs text-ink-3"> {note.path}</span>}
            </li>
          ))}
        </ul>
      )}
      {proposed && (
        <p className="py-0.5 text-ink-2" data-testid="try-proposed">
          Proposed: <span className="code-2xs">tool.error</span> “{proposed}”
        </p>
      )}
      {verdict.more > 0 && <p className="text-ink-3">and {verdict.more} more</p>}
    </div>
  );
}

function FindingList({ findings, ...props }: OutcomeProps & { findings: FindingLine[] }) {
  const { check, open, onOpen, onPlace, onSchema } = props;
  return (
    <ul>
      {findings.map(({ id, subject, message, pointer, keyword, line, column, schemaLine }) => (
        <li key={id} className="py-0.5" data-testid="finding">
          <div className="break-words text-ink">
            {subject}
            {message}
          </div>
          <div className="code-2xs flex flex-wrap gap-x-2 text-ink-3">
            <Jump place={check.marks.find((mark) => mark.id === id)} onJump={onPlace}>
              line {line}:{column}
            </Jump>
            {pointer && <span>{pointer}</span>}
            <span>{keyword}</span>
            <Jump place={check.schemaMarks.find((mark) => mark.id === id)} onJump={onSchema}>
              schema line {schemaLine}
            </Jump>
          </div>
          <Branches
            check={check}
            finding={id}
            open={open}
            onOpen={onOpen}
            list={(own) => (
              <div className="px-[11px]">
                <FindingList {...props} findings={own} />
              </div>
            )}
          />
        </li>
      ))}
    </ul>
  );
}

interface JumpProps {
  place: Parameters<ShowPlace>[0] | undefined;
  onJump: ShowPlace;
  children: ReactNode;
}

function Jump({ place, onJump, children }: JumpProps) {
  if (!place) return null;
  return (
    <button
      type="button"
      className="underline decoration-line-strong hover:text-ink"
      onClick={() => onJump(place)}
    >
      {children}
    </button>
  );
}
