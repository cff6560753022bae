"use client";
import { Card } from "@/components/shared/card";
import { type Shape, StatusMark } from "@/components/ui/status";
import type { ExplainedStep } from "@/lib/view/inspector/verdict-steps";
import type { Tone } from "@/lib/view/text/labels";

const SHAPES: Record<Tone, Shape> = {
  ok: "dot",
  warn: "triangle",
  fail: "cross",
  mute: "ring",
  accent: "dot",
  violet: "dot",
};

/** What happened to a call, step by step in words; pressing a step shows its details. */
export function VerdictCard({ steps, onTab }: { steps: ExplainedStep[]; onTab: (tab: string) => void }) {
  return (
    <Card title="What happened to this call" testId="verdict-card">
      <ol className="py-1">
        {steps.map((step) => (
          <li key={step.id} data-testid={`told-${step.id}`}>
            <button
              type="button"
              onClick={() => onTab(step.tab)}
              className="grid w-full grid-cols-[12px_5.2rem_1fr] items-start gap-x-2 px-[11px] py-1 text-left hover:bg-sunk focus-visible:-outline-offset-2"
            >
              <span className="flex h-[19px] items-center">
                <StatusMark
                  shape={step.tone ? SHAPES[step.tone] : "dotted-ring"}
                  tone={step.tone ?? "mute"}
                />
              </span>
              <span className="text-ink-3 text-xs leading-[19px]">{step.label}</span>
              <span className="min-w-0 break-words">{step.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </Card>
  );
}
