import type { ComponentProps } from "react";
import type { CodeEditor as Real } from "@/components/editor/lazy";

/** The code editor as a text field: component tests check what it is given and what it gives back. */
export function CodeEditor({ label, value, onChange }: ComponentProps<typeof Real>) {
  return (
    <textarea
      aria-label={label}
      value={value}
      readOnly={!onChange}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}
