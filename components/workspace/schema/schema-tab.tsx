"use client";
import { useEffect, useMemo, useState } from "react";
import { CodeEditor, type EditorHandle, type Mark } from "@/components/editor/lazy";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { useCheck } from "@/lib/client/queries/queries";
import { setScreen, setTried, useScreen } from "@/lib/client/screen/screen";
import { type Draft, editTool } from "@/lib/client/workspace/draft";
import { withSchemaText } from "@/lib/client/workspace/edits";
import { whyNotKept, withCase } from "@/lib/client/workspace/kept-cases";
import { checkBody } from "@/lib/client/workspace/tool-checks";
import { placeOfPointer } from "@/lib/json/pointer-place";
import type { ToolCase } from "@/lib/protocol/case";
import { verdictKept } from "@/lib/protocol/kept-finding";
import { type Side, schemaText } from "@/lib/protocol/schema-text";
import type { DeclarationNote, Verdict } from "@/lib/protocol/verdict";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import { Impact } from "./impact";
import { Problems } from "./problems";
import { TryField } from "./try-field";

interface SchemaTabProps {
  draft: Draft;
  tool: WorkspaceTool;
  toolKey: string;
  side: Side;
}

/** One schema as text, what the engine says of it, and a field to try it out. */
export function SchemaTab({ draft, tool, toolKey, side }: SchemaTabProps) {
  const [editor, setEditor] = useState<EditorHandle | null>(null);
  const tried = useScreen((screen) => screen.tried[`${toolKey}/${side}`]) ?? "";
  const text = schemaText(tool, side);
  const check = useCheck(`${toolKey}/${side}`, {
    ...checkBody(tool, draft.workspace),
    ...(tried && (side === "input" ? { arguments: tried } : { result: tried })),
  });
  const declaration = check.data?.declaration[side];
  const notes = useMemo(
    () => [
      ...(side === "input" ? (check.data?.declaration.name.notes ?? []) : []),
      ...(declaration?.notes ?? []),
    ],
    [check.data, declaration, side],
  );
  const marks = useMemo(() => notes.flatMap(markOf), [notes]);
  const verdict = tried && !check.isPlaceholderData ? check.data?.[side] : undefined;
  useJump({ tool: toolKey, schema: side }, text, editor);
  return (
    <>
      <Toolbar text={text} dialect={declaration?.dialect} onFormat={() => editor?.format()} />
      <div className="relative min-h-24 flex-1" data-testid={`editor-${side}`}>
        <CodeEditor
          scope={draft.key}
          name={`${toolKey}/${side}.schema.json`}
          language="json"
          value={text}
          onChange={(next) => editTool(toolKey, (now) => withSchemaText(now, side, next))}
          label={side === "input" ? "Input schema" : "Output schema"}
          marks={marks}
          onReady={setEditor}
        />
        {text === "" && <NoSchema side={side} />}
      </div>
      <Problems
        notes={notes}
        status={declaration?.status}
        error={check.error}
        onJump={(place) => editor?.jump(place)}
        onRetry={() => void check.refetch()}
      />
      <Impact draft={draft} tool={tool} toolKey={toolKey} side={side} />
      <TryField
        draft={draft}
        toolKey={toolKey}
        side={side}
        text={tried}
        schema={text}
        onChange={(next) => setTried(`${toolKey}/${side}`, next)}
        verdict={tried ? check.data?.[side] : undefined}
        proposed={tried && side === "input" ? check.data?.proposed?.error : undefined}
        onKeep={() => verdict && editTool(toolKey, (now) => withCase(now, caseOf(side, tried, verdict)))}
        whyNot={verdict ? whyNotKept(tool, tried) : "The text is being checked"}
        onSchema={(place) => editor?.jump(place)}
      />
    </>
  );
}

const caseOf = (direction: Side, text: string, verdict: Verdict): ToolCase => ({
  name: `${direction === "input" ? "arguments" : "result"}: ${verdict.status}`,
  direction,
  text,
  expected: verdictKept(verdict),
});

/** Shows the place that something else on the page asked for. */
function useJump(shown: { tool: string; schema: Side }, text: string, editor: EditorHandle | null): void {
  const jump = useScreen((screen) => screen.jump);
  const { tool, schema } = shown;
  useEffect(() => {
    if (!editor || !jump || !("pointer" in jump) || jump.tool !== tool || jump.schema !== schema) return;
    const place = placeOfPointer(text, jump.pointer);
    if (place) editor.jump(place);
    setScreen({ jump: null });
  }, [editor, jump, tool, schema, text]);
}

function markOf(note: DeclarationNote): Mark[] {
  return note.at
    ? [{ offset: note.at.offset, length: note.at.length, level: note.level, message: note.message }]
    : [];
}

function Toolbar({ text, dialect, onFormat }: { text: string; dialect?: string; onFormat: () => void }) {
  return (
    <div className="flex h-8 shrink-0 items-center gap-1 pr-2 pl-3.5 text-2xs text-ink-3">
      <span className="min-w-0 flex-1 truncate">{dialect && `JSON Schema ${dialect}`}</span>
      <Button
        look="quiet"
        small
        testId="format"
        why={text.trim() === "" && "There is nothing to lay out"}
        hint="Lays the text out; numbers stay as typed"
        onClick={onFormat}
      >
        Format
      </Button>
      <CopyButton text={text} label="Copy the schema" />
    </div>
  );
}

function NoSchema({ side }: { side: Side }) {
  return (
    <p className="pointer-events-none absolute top-2 right-4 left-14 text-ink-3 text-xs">
      {side === "input"
        ? "No input schema: arguments pass unchecked. Type { to begin one."
        : "No output schema: any result is taken as it is. Type { to begin one."}
    </p>
  );
}
