"use client";
import { Component, lazy, type ReactNode, Suspense } from "react";
import { Callout, Spinner } from "../ui/feedback";
import { TextArea } from "../ui/fields";
import type { CodeEditorProps } from "./code-editor";

export type { EditorHandle, Mark } from "./marks";

// Rendered in the browser only, like the whole workbench. Loaded separately, so that the page works without it.
const Loaded = lazy(() => import("./code-editor").then((module) => ({ default: module.CodeEditor })));

/** A code editor, or a plain field with the same text if the editor cannot be loaded. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Fallback plain={<PlainEditor {...props} />}>
      <Suspense fallback={<Waiting />}>
        <Loaded {...props} />
      </Suspense>
    </Fallback>
  );
}

function Waiting() {
  return (
    <div className="grid h-full place-items-center">
      <Spinner label="Loading the editor" />
    </div>
  );
}

function PlainEditor({ label, value, onChange, small }: CodeEditorProps) {
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      {!small && (
        <Callout tone="warn" shape="triangle">
          The code editor could not be loaded. You can edit the text in this plain field.
        </Callout>
      )}
      <TextArea
        label={label}
        hideLabel
        mono
        rows={small ? 2 : 12}
        value={value}
        onChange={onChange}
        className="p-2"
      />
    </div>
  );
}

class Fallback extends Component<{ plain: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.plain : this.props.children;
  }
}
