"use client";
import { useMemo, useState } from "react";
import { CodeEditor, type EditorHandle, type Mark } from "@/components/editor/lazy";
import { VerdictBadge } from "@/components/shared/status";
import { Button } from "@/components/ui/button";
import { useTriedCheck } from "@/lib/client/queries/check";
import { setTried, useScreen } from "@/lib/client/screen/screen";
import { editTool, useDraftPart } from "@/lib/client/workspace/draft";
import { whyNotKept, withCase } from "@/lib/client/workspace/kept-cases";
import type { ToolCase } from "@/lib/protocol/case";
import { verdictKept } from "@/lib/protocol/kept-finding";
import { schemaText } from "@/lib/protocol/schema-text";
import { type Side, sideKey } from "@/lib/protocol/side";
import type { Verdict } from "@/lib/protocol/verdict";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import { checkView, shownFindings } from "@/lib/view/inspector/check-view";
import { type ShowPlace, TryOutcome } from "./try-outcome";

interface TryFieldProps {
  tool: WorkspaceTool;
  toolKey: string;
  side: Side;
  /** Shows a place in the schema. */
  onSchema: ShowPlace;
}

/** A scratch field: type arguments (or a result) and see the verdict that the engine would give. */
export function TryField({ tool, toolKey, side, onSchema }: TryFieldProps) {
  const [editor, setEditor] = useState<EditorHandle | null>(null);
  const scope = useDraftPart((draft) => draft.key);
  const { text, verdict, proposed, stale } = useTried(tool, toolKey, side);
  const { check, marks, open, toggle } = useShown(verdict, schemaText(tool, side));
  const label = side === "input" ? "Try arguments" : "Try a result";
  return (
    <section aria-label={label} className="flex shrink-0 flex-col border-line border-t" data-testid="try">
      <div className="flex h-8 items-center justify-between gap-2 px-3.5">
        <h3 className="font-[580] text-2xs text-ink-3">{label}</h3>
        <span className="flex items-center gap-2">
          {verdict && <VerdictBadge status={verdict.status} testId="try-verdict" />}
          {text !== "" && (
            <Button
              small
              look="quiet"
              testId="keep-case"
              why={verdict && !stale ? whyNotKept(tool, text) : "Checking…"}
              onClick={() =>
                verdict && !stale && editTool(toolKey, (now) => withCase(now, caseOf(side, text, verdict)))
              }
            >
              Keep as case
            </Button>
          )}
        </span>
      </div>
      <div className="relative h-[70px]">
        <CodeEditor
          scope={scope}
          name={`${sideKey(toolKey, side)}.try.json`}
          language="json"
          value={text}
          onChange={(next) => setTried(sideKey(toolKey, side), next)}
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

/** The text being tried and its verdict. `stale`: the verdict is on an earlier text or schema. */
function useTried(tool: WorkspaceTool, toolKey: string, side: Side) {
  const text = useScreen((screen) => screen.tried[sideKey(toolKey, side)]) ?? "";
  const formats = useDraftPart((draft) => draft.workspace.formats);
  const schema = schemaText(tool, side);
  const body = {
    tool: { name: tool.name, ...(schema && { [side === "input" ? "inputText" : "outputText"]: schema }) },
    ...(formats && { formats }),
    [side === "input" ? "arguments" : "result"]: text,
  };
  const { data, stale } = useTriedCheck(sideKey(toolKey, side), text === "" ? null : body);
  return {
    text,
    verdict: data?.[side],
    /** The text of the tool.error that the engine would propose. */
    proposed: side === "input" ? data?.proposed?.error : undefined,
    stale,
  };
}

const caseOf = (direction: Side, text: string, verdict: Verdict): ToolCase => ({
  name: `${direction === "input" ? "arguments" : "result"}: ${verdict.status}`,
  direction,
  text,
  expected: verdictKept(verdict),
});

/** The verdict as shown, with the marks of the findings that are shown. */
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
