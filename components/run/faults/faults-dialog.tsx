"use client";
import { Pencil, Plus, X } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Callout } from "@/components/ui/feedback";
import { Switch } from "@/components/ui/fields";
import { setScreen, useScreen } from "@/lib/client/screen/screen";
import { editWorkspace, useDraftPart } from "@/lib/client/workspace/draft";
import {
  armed,
  MAX_RULES,
  newRule,
  switched,
  withoutRule,
  withRule,
} from "@/lib/client/workspace/fault-edits";
import type { FaultRule } from "@/lib/protocol/fault";
import type { Workspace } from "@/lib/protocol/workspace";
import { faultLabel, kindText, matchText, ruleText } from "@/lib/view/authoring/fault-text";
import { idleReason } from "@/lib/view/authoring/rule-notes";
import { CounterexampleNote } from "./counterexample-note";
import { FaultForm } from "./fault-form";
import { TEXT } from "./text";

/** The rule in the form; `index` null: a new one. */
interface Writing {
  index: number | null;
  rule: FaultRule;
}

/** The injected faults: the switch for all of them, and the rules. */
export function FaultsDialog() {
  const workspace = useDraftPart((draft) => draft.workspace);
  const { on, rules } = workspace.faults ?? { on: false, rules: [] };
  const tool = useScreen((screen) => screen.faultsOf);
  const [writing, setWriting] = useState<Writing | null>(() =>
    tool === null ? null : { index: null, rule: newRule(tool) },
  );
  const open = writing && TEXT.finishFirst;
  const full = rules.length >= MAX_RULES && `There can be ${MAX_RULES} rules at most`;
  return (
    <Dialog
      open
      size="wide"
      testId="faults"
      onClose={() => setScreen({ dialog: null, faultsOf: null })}
      title="Injected faults"
      description={TEXT.description}
    >
      <div className="flex flex-col gap-3">
        <Switch
          label="Inject faults"
          hint={stateText(workspace)}
          checked={on}
          onChange={(next) => editWorkspace((now) => switched(now, next))}
          testId="faults-on"
        />
        {rules.length > 0 && (
          <>
            <p className="text-ink-3 text-xs">{TEXT.order}</p>
            <ol className="flex flex-col gap-1.5" aria-label="Rules">
              {rules.map((rule, index) => (
                <RuleLine
                  // biome-ignore lint/suspicious/noArrayIndexKey: a rule is known by its place, and holds no state
                  key={index}
                  rule={rule}
                  number={index + 1}
                  workspace={workspace}
                  before={rules.slice(0, index)}
                  why={open}
                  onEdit={() => setWriting({ index, rule })}
                  onRemove={() => editWorkspace((now) => withoutRule(now, index))}
                />
              ))}
            </ol>
          </>
        )}
        {writing ? (
          <FaultForm
            key={writing.index ?? "new"}
            title={writing.index === null ? "New rule" : `Rule ${writing.index + 1}`}
            action={writing.index === null ? "Add rule" : "Save"}
            first={writing.rule}
            before={rules.slice(0, writing.index ?? rules.length)}
            workspace={workspace}
            onCancel={() => setWriting(null)}
            onDone={(rule) => {
              editWorkspace((now) => withRule(now, writing.index, rule));
              setWriting(null);
            }}
          />
        ) : (
          <div>
            <Button
              testId="fault-add"
              why={full}
              onClick={() => setWriting({ index: null, rule: newRule(workspace.agent.tools[0]?.name) })}
            >
              <Plus size={14} aria-hidden /> Add a rule…
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function stateText(workspace: Workspace): string {
  if (armed(workspace) > 0) return TEXT.fromNextRun;
  return workspace.faults?.on ? TEXT.noRules : TEXT.off;
}

interface RuleLineProps {
  rule: FaultRule;
  /** From 1. */
  number: number;
  workspace: Workspace;
  /** The rules before it. */
  before: readonly FaultRule[];
  /** Why it cannot be changed now. */
  why: string | null;
  onEdit: () => void;
  onRemove: () => void;
}

function RuleLine({ rule, number, workspace, before, why, onEdit, onRemove }: RuleLineProps) {
  const idle = idleReason(rule, workspace, before);
  return (
    <li
      className="overflow-hidden rounded-lg border border-line"
      data-testid="fault-rule"
      aria-label={`Rule ${number}, ${ruleText(rule)}`}
    >
      <div className="flex items-center gap-2 py-1 pr-1 pl-2.5">
        <span className="code-2xs shrink-0 text-ink-3">{number}</span>
        <div className="min-w-0 flex-1 break-words">
          {matchText(rule)}:{" "}
          <b className="font-[560]" title={kindText(rule.what.kind).does}>
            {faultLabel(rule.what)}
          </b>
          {rule.what.kind === "error" && (
            <span className="block truncate text-ink-2 text-xs">“{rule.what.message}”</span>
          )}
        </div>
        <IconButton label={`Edit rule ${number}`} testId="fault-edit" why={why} onClick={onEdit}>
          <Pencil size={13} />
        </IconButton>
        <IconButton label={`Remove rule ${number}`} testId="fault-remove" why={why} onClick={onRemove}>
          <X size={13} />
        </IconButton>
      </div>
      {idle && (
        <Callout tone="warn" shape="triangle" testId="fault-idle">
          {idle}
        </Callout>
      )}
      <CounterexampleNote rule={rule} workspace={workspace} />
    </li>
  );
}
