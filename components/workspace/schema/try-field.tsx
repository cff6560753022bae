"use client";
import { useMemo, useState } from "react";
import { CodeEditor, type EditorHandle, type Mark } from "@/components/editor/lazy";
import { VerdictBadge } from "@/components/shared/status";
import { Button } from "@/components/ui/button";
import type { Draft } from "@/lib/client/workspace/draft";
import type { Side } from "@/lib/protocol/schema-text";
import type { Verdict } from "@/lib/protocol/verdict";
import { checkView, shownFindings } from "@/lib/view/inspector/check-view";
import { type ShowPlace, TryOutcome } from "./try-outcome";

interface TryFieldProps {
  draft: Draft;
  toolKey: string;
  side: Side;
  text: string;
  onChange: (text: string) => void;
  /** The schema that it is judged by. */
  schema: string;
  /** Absent while there is nothing to judge. */
  verdict: Verdict | undefined;
  /** The text of the tool.error that the engine would propose. */
  proposed?: string;
  /** Keeps the text and its verdict with the tool; `whyNot` says why it cannot now. */
  onKeep: () => void;
  whyNot: string | null;
  /** Shows a place of the schema. */
  onSchema: ShowPlace;
}

/** A scratch field: type arguments (or a result) and read the verdict the engine would give. */
export function TryField({
  draft,
  toolKey,
  side,
  text,
  onChange,
  schema,
  verdict,
  proposed,
  onKeep,
  whyNot,
  onSchema,
}: TryFieldProps) {
  const [editor, setEditor] = useState<EditorHandle | null>(null);
  const { check, marks, open, toggle } = useShown(verdict, schema);
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
        <TryOutcome
          verdict={verdict}
          check={check}
          proposed={proposed}
          open={open}
          onOpen={toggle}
          onPlace={(place) => editor?.jump(place)}
          onSchema={onSchema}
        />
      )}
    </section>
  );
}

/** The verdict as it is shown, with the marks of the findings that are. */
function useShown(verdict: Verdict | undefined, schema: string) {
  const [open, setOpen] = useState<ReadonlySet<string>>(NONE);
  const check = useMemo(() => checkView(verdict, undefined, schema), [verdict, schema]);
  const marks = useMemo(() => {
    const shown = shownFindings(check, open);
    const findings = new Map(check.findings.map(({ id, subject, message }) => [id, subject + message]));
    return check.marks.flatMap(({ id, offset, length }): Mark[] =>
      shown.has(id) ? [{ offset, length, level: "error", message: findings.get(id) ?? "" }] : [],
    );
  }, [check, open]);
  const toggle = (id: string) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  return { check, marks, open, toggle };
}

const NONE: ReadonlySet<string> = new Set();
