"use client";
import { CopyButton } from "@/components/ui/copy-button";
import { vitestOf } from "@/lib/view/text/case-test";
import { excerpt } from "@/lib/view/text/format";

/** Copies a recorded text with its verdict as a vitest file that needs only ajv. */
export function CopyTest(kept: Omit<Parameters<typeof vitestOf>[0], "name">) {
  const { text, status } = kept;
  const test = () => vitestOf({ ...kept, name: `${excerpt(text, 60)} is ${status}` });
  if (status === "unchecked" || status === "aborted") return null;
  return (
    <p className="flex min-w-0 flex-1 items-center gap-1 text-ink-3 text-xs">
      <span className="min-w-0 flex-1 text-right">as a vitest file</span>
      <CopyButton text={() => test() ?? ""} label="Copy as test" testId="copy-test" />
    </p>
  );
}
