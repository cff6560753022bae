"use client";
import { ChevronRight, Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { setScreen, useScreen } from "@/lib/client/screen/screen";
import { editWorkspace, useDraftPart } from "@/lib/client/workspace/draft";
import { withAnswer } from "@/lib/client/workspace/edits";
import { changeList, type ListChange, useListKeys } from "@/lib/client/workspace/list-keys";
import type { ScriptedAnswer } from "@/lib/protocol/workspace";
import { AnswerCard } from "./answer-card";

/** The scripted model's answers in order, one for each model call. */
export function AnswersPanel() {
  const open = useScreen((screen) => screen.answersOpen);
  const answers = useDraftPart((draft) => draft.workspace.script) ?? [];
  const list = `${useDraftPart((draft) => draft.key)}/answers`;
  const keys = useListKeys(list, answers.length);
  const change = (step: ListChange & { item?: ScriptedAnswer }) => {
    const script = changeList(list, answers, step);
    editWorkspace((workspace) => ({ ...workspace, script }));
  };
  return (
    <div className="flex min-h-0 flex-col border-line border-t">
      <button
        type="button"
        data-testid="answers-toggle"
        aria-expanded={open}
        onClick={() => setScreen({ answersOpen: !open })}
        className="flex h-8 w-full shrink-0 items-center gap-1.5 px-3 text-left text-ink-2 hover:text-ink focus-visible:-outline-offset-2"
      >
        <ChevronRight size={14} className={cx("shrink-0 transition-transform", open && "rotate-90")} />
        <span className="shrink-0 font-[540] text-ink">Model answers</span>
        <span className="min-w-0 truncate">{summary(answers)}</span>
      </button>
      {open && (
        <div className="min-h-0 overflow-y-auto px-3.5 pb-3" data-testid="answers">
          <p className="mb-2 text-ink-3 text-xs">
            One for each model call, in this order. When none is left, the model call fails.
          </p>
          <ol className="flex flex-col gap-2">
            {answers.map((answer, i) => (
              <AnswerCard
                key={keys[i]}
                id={`${list}/${keys[i]}`}
                answer={answer}
                position={i}
                count={answers.length}
                onChange={(next) => editWorkspace((workspace) => withAnswer(workspace, i, next))}
                onMove={(by) => change({ move: i, to: i + by })}
                onRemove={() => change({ remove: i })}
              />
            ))}
          </ol>
          <Button
            small
            className="mt-2"
            testId="answer-add"
            onClick={() => change({ insert: answers.length, item: { text: "" } })}
          >
            <Plus size={13} />
            Add answer
          </Button>
        </div>
      )}
    </div>
  );
}

/** "3: get_weather ×2 → get_weather → text" */
function summary(answers: ScriptedAnswer[]): string {
  if (answers.length === 0) return "none: the first model call will fail";
  const words = answers.map((answer) => {
    if (answer.error) return "error";
    const names = (answer.calls ?? []).map((call) => call.name);
    const unique = [...new Set(names)];
    if (unique.length === 0) return "text";
    return unique
      .map((name) => {
        const times = names.filter((other) => other === name).length;
        return times > 1 ? `${name} ×${times}` : name;
      })
      .join(" + ");
  });
  return `${answers.length}: ${words.join(" → ")}`;
}
