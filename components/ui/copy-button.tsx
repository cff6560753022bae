"use client";
import { Check, Copy, X } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./button";

type Outcome = "idle" | "copied" | "failed";

interface CopyButtonProps {
  text: string | (() => string);
  label?: string;
  testId?: string;
}

/** Copies `text` (or what it returns when pressed) and shows whether that worked. */
export function CopyButton({ text, label = "Copy", testId = "copy" }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>("idle");
  useEffect(() => {
    if (outcome === "idle") return;
    const timer = setTimeout(() => setOutcome("idle"), 1600);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    const done = await writeClipboard(typeof text === "string" ? text : text());
    setOutcome(done ? "copied" : "failed");
  };
  const name = { idle: label, copied: "Copied", failed: "The browser did not allow copying" }[outcome];
  return (
    <>
      <IconButton label={name} onClick={copy} data-status={outcome} testId={testId}>
        {outcome === "copied" ? (
          <Check size={13} />
        ) : outcome === "failed" ? (
          <X size={13} />
        ) : (
          <Copy size={13} />
        )}
      </IconButton>
      <span role="status" className="sr-only">
        {outcome === "idle" ? "" : name}
      </span>
    </>
  );
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** For pages that are not served over a secure connection, where the clipboard API is missing. */
function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
