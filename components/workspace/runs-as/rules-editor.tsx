"use client";
import { Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { setScreen, useScreen } from "@/lib/client/screen/screen";
import { changeList, type ListChange, useListKeys } from "@/lib/client/workspace/list-keys";
import type { ResponseRule } from "@/lib/protocol/workspace";
import { RuleRow } from "./rule-row";
import { TEXT } from "./text";

interface RulesEditorProps {
  /** Identifies this list in the page. */
  list: string;
  toolKey: string;
  rules: ResponseRule[];
  onChange: (rules: ResponseRule[]) => void;
}

/** Rules in order: the first one that matches answers the call. */
export function RulesEditor({ list, toolKey, rules, onChange }: RulesEditorProps) {
  const keys = useListKeys(list, rules.length);
  const change = (step: ListChange & { item?: ResponseRule }) => onChange(changeList(list, rules, step));
  const last = rules.at(-1);
  const box = useRef<HTMLDivElement>(null);
  const jump = useScreen((screen) => screen.jump);
  useEffect(() => {
    if (!jump || !("rule" in jump) || jump.tool !== toolKey) return;
    const shown = box.current?.querySelectorAll<HTMLElement>(":scope > ol > li")[jump.rule];
    shown?.scrollIntoView({ block: "nearest" });
    shown?.focus();
    setScreen({ jump: null });
  }, [jump, toolKey]);
  return (
    <div ref={box} className="px-3.5 pb-4" data-testid="rules">
      <p className="mb-2 text-ink-3 text-xs">{TEXT.firstRule}</p>
      <ol className="flex flex-col gap-2">
        {rules.map((rule, i) => (
          <RuleRow
            key={keys[i]}
            id={`${list}/${keys[i]}`}
            rule={rule}
            position={i}
            count={rules.length}
            onChange={(next) => onChange(rules.map((old, j) => (j === i ? next : old)))}
            onMove={(by) => change({ move: i, to: i + by })}
            onRemove={() => change({ remove: i })}
          />
        ))}
      </ol>
      {(!last || last.when) && (
        <p className="mt-2 text-ink-2 text-xs" data-testid="no-rule-note">
          {TEXT.noRuleMatches}
        </p>
      )}
      <Button
        small
        className="mt-2"
        testId="rule-add"
        onClick={() => change({ insert: rules.length, item: { then: { result: "done" } } })}
      >
        <Plus size={13} />
        Add rule
      </Button>
    </div>
  );
}
