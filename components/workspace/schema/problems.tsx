"use client";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { type Shape, StatusMark, type Tone } from "@/components/ui/status";
import { explain } from "@/lib/client/api/api";
import type { Place } from "@/lib/json/lines";
import type { Declaration, DeclarationNote } from "@/lib/protocol/verdict";
import { TEXT } from "./text";

const LEVEL_SIGNS: Record<DeclarationNote["level"], { shape: Shape; tone: Tone }> = {
  error: { shape: "cross", tone: "fail" },
  warning: { shape: "triangle", tone: "warn" },
  info: { shape: "ring", tone: "accent" },
};

interface ProblemsProps {
  notes: DeclarationNote[];
  status: Declaration["status"] | undefined;
  error: unknown;
  onJump: (place: Place) => void;
  onRetry: () => void;
}

/** The problems that the engine finds in a schema, worst first; pressing one moves the cursor to it. */
export function Problems({ notes, status, error, onJump, onRetry }: ProblemsProps) {
  if (error) {
    return (
      <Callout
        tone="fail"
        shape="cross"
        testId="check-failed"
        action={
          <Button small onClick={onRetry}>
            Check again
          </Button>
        }
      >
        Not checked. {explain(error)}
      </Callout>
    );
  }
  if (notes.length === 0) return null;
  const order = { error: 0, warning: 1, info: 2 };
  const sorted = [...notes].sort((a, b) => order[a.level] - order[b.level]);
  return (
    <div className="max-h-32 shrink-0 overflow-y-auto border-line border-t" data-testid="problems">
      {status === "unusable" && (
        <p className="bg-fail-soft px-3.5 py-1.5 font-[540] text-fail text-xs">{TEXT.unusable}</p>
      )}
      <ul className="py-1">
        {sorted.map((note) => (
          <Problem
            key={`${note.code} ${note.schemaPath} ${note.at?.offset} ${note.message}`}
            note={note}
            onJump={onJump}
          />
        ))}
      </ul>
    </div>
  );
}

function Problem({ note, onJump }: { note: DeclarationNote; onJump: (place: Place) => void }) {
  const { at } = note;
  const content = (
    <>
      <span className="flex h-[19px] items-center">
        <StatusMark {...LEVEL_SIGNS[note.level]} label={note.level} />
      </span>
      <span className="min-w-0 break-words text-ink-2">
        {at && <span className="text-ink">Line {at.line}: </span>}
        {note.message}
      </span>
    </>
  );
  const row = "flex w-full items-start gap-2 px-3.5 py-0.5 text-left";
  return (
    <li data-testid="problem" data-status={note.level} data-code={note.code}>
      {at ? (
        <button
          type="button"
          onClick={() => onJump(at)}
          className={`${row} hover:bg-sunk focus-visible:-outline-offset-2`}
        >
          {content}
        </button>
      ) : (
        <span className={row}>{content}</span>
      )}
    </li>
  );
}
