"use client";
import { Plus } from "lucide-react";
import { changeList, type ListChange, useListKeys } from "@/lib/client/list-keys";
import type { ResponseRule } from "@/lib/protocol/workspace";
import { Button } from "../ui/button";
import { RuleRow } from "./rule-row";

interface RulesEditorProps {
  /** Names this list in the page. */
  list: string;
  rules: ResponseRule[];
  onChange: (rules: ResponseRule[]) => void;
}

/** Ordered rules: the first whose condition holds answers the call. */
export function RulesEditor({ list, rules, onChange }: RulesEditorProps) {
  const keys = useListKeys(list, rules.length);
  const change = (step: ListChange & { item?: ResponseRule }) => onChange(changeList(list, rules, step));
  const last = rules.at(-1);
  return (
    <div className="px-3.5 pb-4" data-testid="rules">
      <p className="mb-2 text-ink-3 text-xs">The first rule whose condition holds answers the call.</p>
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
          When no rule holds, the call fails with an error that says so.
        </p>
      )}
      <Button
        small
        className="mt-2"
        testId="rule-add"
        onClick={() => change({ insert: rules.length, item: { then: { result: "done" } } })}
      >
        <Plus size={13} />
        Add a rule
      </Button>
    </div>
  );
}
