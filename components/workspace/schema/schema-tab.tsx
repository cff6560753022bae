"use client";
import { useEffect, useMemo, useState } from "react";
import { CodeEditor, type EditorHandle, type Mark } from "@/components/editor/lazy";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { useToolCheck } from "@/lib/client/queries/check";
import { setScreen, useScreen } from "@/lib/client/screen/screen";
import { useCheckBodies } from "@/lib/client/workspace/check-bodies";
import { editTool, useDraftPart } from "@/lib/client/workspace/draft";
import { withSchemaText } from "@/lib/client/workspace/edits";
import { placeOfPointer } from "@/lib/json/pointer-place";
import { schemaText } from "@/lib/protocol/schema-text";
import { type Side, sideKey } from "@/lib/protocol/side";
import type { DeclarationNote } from "@/lib/protocol/verdict";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import { Impact } from "./impact";
import { Problems } from "./problems";
import { TEXT } from "./text";
import { TryField } from "./try-field";

interface SchemaTabProps {
  tool: WorkspaceTool;
  toolKey: string;
  side: Side;
}

const NO_NOTES: DeclarationNote[] = [];

/** One schema as text, its problems, and a field to try it out. */
export function SchemaTab({ tool, toolKey, side }: SchemaTabProps) {
  const [editor, setEditor] = useState<EditorHandle | null>(null);
  const scope = useDraftPart((draft) => draft.key);
  const text = schemaText(tool, side);
  const { data, error, refetch } = useToolCheck(
    toolKey,
    useCheckBodies((store) => store.bodies.get(toolKey) ?? null),
  );
  const declaration = data?.declaration[side];
  const nameNotes = side === "input" ? data?.declaration.name.notes : undefined;
  const notes = useMemo(
    () => [...(nameNotes ?? NO_NOTES), ...(declaration?.notes ?? NO_NOTES)],
    [nameNotes, declaration],
  );
  const marks = useMemo(() => notes.flatMap(markOf), [notes]);
  useJump({ tool: toolKey, schema: side }, text, editor);
  return (
    <>
      <Toolbar text={text} dialect={declaration?.dialect} onFormat={() => editor?.format()} />
      <div className="relative min-h-24 flex-1" data-testid={`editor-${side}`}>
        <CodeEditor
          scope={scope}
          name={`${sideKey(toolKey, side)}.schema.json`}
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
        error={error}
        onJump={(place) => editor?.jump(place)}
        onRetry={() => void refetch()}
      />
      <Impact tool={tool} toolKey={toolKey} side={side} />
      <TryField tool={tool} toolKey={toolKey} side={side} onSchema={(place) => editor?.jump(place)} />
    </>
  );
}

/** Shows the place that another part of the page asked for. */
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
        why={text.trim() === "" && TEXT.nothingToFormat}
        hint="Format; numbers keep their spelling"
        onClick={onFormat}
      >
        Format
      </Button>
      <CopyButton text={text} label="Copy schema" />
    </div>
  );
}

function NoSchema({ side }: { side: Side }) {
  return (
    <p className="pointer-events-none absolute top-2 right-4 left-14 text-ink-3 text-xs">
      {side === "input" ? TEXT.noInput : TEXT.noOutput}
    </p>
  );
}
