"use client";
import dynamic from "next/dynamic";
import { Component, type ReactNode } from "react";
import { Callout, Spinner } from "../ui/feedback";
import { TextArea } from "../ui/fields";
import type { CodeEditorProps } from "./code-editor";

export type { EditorHandle, Mark } from "./marks";

const Loaded = dynamic(() => import("./code-editor").then((module) => module.CodeEditor), {
  ssr: false,
  loading: () => (
    <div className="grid h-full place-items-center">
      <Spinner label="Loading the editor" />
    </div>
  ),
});

/** A code editor; where it cannot be loaded, a plain field with the same text. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Fallback plain={<PlainEditor {...props} />}>
      <Loaded {...props} />
    </Fallback>
  );
}

function PlainEditor({ label, value, onChange }: CodeEditorProps) {
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <Callout tone="warn" shape="triangle">
        The code editor could not be loaded. This plain field edits the same text.
      </Callout>
      <TextArea label={label} hideLabel mono rows={12} value={value} onChange={onChange} className="p-2" />
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
