import { cx } from "@/components/ui/cx";
import type { Step } from "@/lib/view/inspector/call-view";
import type { Tone } from "@/lib/view/text/labels";

const DOTS: Record<Tone, string> = {
  ok: "bg-ok",
  warn: "bg-warn",
  fail: "bg-fail",
  mute: "bg-mute",
  accent: "bg-accent",
  violet: "bg-violet",
};

/** The six steps of a call with their outcomes; pressing one shows the tab with its details. */
export function StepBar({ steps, onTab }: { steps: Step[]; onTab: (tab: string) => void }) {
  return (
    <ol
      className="grid grid-cols-3 gap-y-2 border-line border-b px-3.5 py-2.5 sm:grid-cols-6"
      data-testid="step-bar"
    >
      {steps.map((step) => (
        <li
          key={step.id}
          className="group/step relative min-w-0 pt-4"
          data-testid={`step-${step.id}`}
          data-status={step.tone ?? "pending"}
        >
          <span
            aria-hidden
            className={cx(
              "absolute top-1 left-0 size-2 rounded-full",
              step.tone ? DOTS[step.tone] : "border-[1.5px] border-line-strong",
            )}
          />
          <span
            aria-hidden
            className="absolute top-[7.5px] right-[5px] left-[13px] h-px bg-line-strong group-last/step:hidden"
          />
          <button
            type="button"
            onClick={() => onTab(step.tab)}
            className="block w-full min-w-0 rounded-sm text-left hover:text-accent"
          >
            <span className="block text-2xs text-ink-3">{step.label}</span>
            <span
              className={cx("block truncate text-xs", step.tone ? "font-[560]" : "text-ink-3")}
              title={step.value}
            >
              {step.value}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
