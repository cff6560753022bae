"use client";
import { Editor } from "@monaco-editor/react";
import type * as Monaco from "monaco-editor/editor";
import { useEffect, useRef, useState } from "react";
import { useDark } from "@/lib/client/screen/theme";
import { Spinner } from "../ui/feedback";
import { setUpAnswers } from "./answers";
import { setUpJavascript } from "./javascript";
import { LeaveHint } from "./leave-hint";
import type { EditorHandle, Mark } from "./marks";
import { keepOnly, modelPath, monaco } from "./monaco";

type Instance = Monaco.editor.IStandaloneCodeEditor;

export interface CodeEditorProps {
  /** The owner of the text; texts of other scopes are freed. */
  scope: string;
  /**
   * Unique in the scope. The ending selects the completion: `.schema.json` for JSON Schema, `.answer.json` for worker
   * responses.
   */
  name: string;
  language: "json" | "javascript";
  value: string;
  onChange: (text: string) => void;
  /** The accessible name. */
  label: string;
  marks?: Mark[];
  /** Leaves out line numbers and folding, for a few lines. */
  small?: boolean;
  onReady?: (handle: EditorHandle) => void;
}

const OPTIONS: Monaco.editor.IStandaloneEditorConstructionOptions = {
  fontFamily: '"Geist Mono Variable", ui-monospace, monospace',
  fontSize: 12,
  lineHeight: 19,
  tabSize: 2,
  automaticLayout: true,
  minimap: { enabled: false },
  stickyScroll: { enabled: false },
  scrollBeyondLastLine: false,
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  overviewRulerBorder: false,
  glyphMargin: false,
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 10,
  renderLineHighlight: "line",
  renderLineHighlightOnlyWhenFocus: true,
  wordWrap: "on",
  wrappingIndent: "indent",
  fixedOverflowWidgets: true,
  quickSuggestions: { strings: true, other: true, comments: false },
  suggest: { showWords: false },
  wordBasedSuggestions: "off",
  scrollbar: { alwaysConsumeMouseWheel: false, verticalScrollbarSize: 8, horizontalScrollbarSize: 8 },
  padding: { top: 8, bottom: 8 },
  contextmenu: false,
};
const SMALL: Monaco.editor.IStandaloneEditorConstructionOptions = {
  lineNumbers: "off",
  folding: false,
  lineDecorationsWidth: 14,
  lineNumbersMinChars: 0,
  padding: { top: 6, bottom: 6 },
  renderLineHighlight: "none",
  matchBrackets: "never",
  // Texts to try may be broken on purpose, so nothing is completed unless asked for.
  autoClosingBrackets: "never",
  autoClosingQuotes: "never",
};

/** A code editor with marks on its text; its changes are reported, and a new `value` replaces the text. */
export function CodeEditor(props: CodeEditorProps) {
  const { scope, name, language, value, onChange, label, marks = NONE, small, onReady } = props;
  const dark = useDark();
  const [editor, setEditor] = useState<Instance | null>(null);
  const ready = useRef(onReady);
  ready.current = onReady;

  useEffect(() => {
    if (language === "javascript") void setUpJavascript();
  }, [language]);
  useEffect(() => {
    if (name.endsWith(".answer.json")) void setUpAnswers();
  }, [name]);
  useEffect(() => keepOnly(scope), [scope]);
  useEffect(() => {
    if (editor) ready.current?.(handleOf(editor));
  }, [editor]);
  // Each path has its own model, so both are set again for each.
  const path = modelPath(scope, name);
  useEffect(() => {
    if (editor) modelAt(path)?.updateOptions({ bracketColorizationOptions: ONE_COLOUR });
  }, [editor, path]);
  useEffect(() => {
    if (editor) showMarks(modelAt(path), marks);
  }, [editor, path, marks]);

  return (
    <div className="relative size-full">
      <Editor
        path={path}
        language={language}
        value={value}
        onChange={(text) => onChange(text ?? "")}
        theme={dark ? "callscope-dark" : "callscope-light"}
        options={{
          ...OPTIONS,
          ...(small && SMALL),
          ariaLabel: `${label}. Tab indents. To leave the editor, press Esc and then Tab.`,
        }}
        loading={<Spinner label="Loading the editor" />}
        keepCurrentModel
        onMount={(instance) => {
          letTabOut(instance);
          setEditor(instance);
        }}
      />
      <LeaveHint editor={editor} />
    </div>
  );
}

const NONE: Mark[] = [];
const ONE_COLOUR = { enabled: false, independentColorPoolPerBracketType: false };

const modelAt = (path: string) => monaco.editor.getModel(monaco.Uri.parse(path));

function handleOf(editor: Instance): EditorHandle {
  return {
    jump: ({ offset, length }) => {
      const model = editor.getModel();
      if (!model) return;
      const range = rangeOf(model, offset, length);
      editor.setSelection(range);
      editor.revealRangeInCenterIfOutsideViewport(range);
      editor.focus();
    },
    format: () => void editor.getAction("editor.action.formatDocument")?.run(),
  };
}

function rangeOf(model: Monaco.editor.ITextModel, offset: number, length: number): Monaco.Range {
  return monaco.Range.fromPositions(model.getPositionAt(offset), model.getPositionAt(offset + length));
}

const SEVERITY = {
  error: monaco.MarkerSeverity.Error,
  warning: monaco.MarkerSeverity.Warning,
  info: monaco.MarkerSeverity.Info,
};

function showMarks(model: Monaco.editor.ITextModel | null, marks: Mark[]): void {
  if (!model || model.isDisposed()) return;
  const markers = marks.map((mark) => {
    const range = rangeOf(model, mark.offset, Math.max(1, mark.length));
    return { ...range, severity: SEVERITY[mark.level], message: mark.message, source: "Callscope" };
  });
  monaco.editor.setModelMarkers(model, "callscope", markers);
}

/** Tab indents; right after Esc it leaves the editor instead. */
function letTabOut(editor: Instance): void {
  editor.onKeyDown((event) => {
    if (event.keyCode === monaco.KeyCode.Tab || event.keyCode === monaco.KeyCode.Shift) return;
    const leaves = event.keyCode === monaco.KeyCode.Escape && !document.querySelector(OPEN_WIDGET);
    editor.updateOptions({ tabFocusMode: leaves });
  });
  editor.onDidBlurEditorText(() => editor.updateOptions({ tabFocusMode: false }));
}

/** The widgets that Esc closes first. */
const OPEN_WIDGET = ".suggest-widget.visible, .find-widget.visible, .parameter-hints-widget.visible";
