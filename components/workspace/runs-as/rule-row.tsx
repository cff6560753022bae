"use client";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { JsonField } from "@/components/shared/json-field";
import { Button, IconButton } from "@/components/ui/button";
import { NumberField } from "@/components/ui/number-field";
import { compact } from "@/lib/client/workspace/edits";
import type { ResponseRule } from "@/lib/protocol/workspace";
import { RuleThen } from "./rule-then";

interface RuleRowProps {
  /** Unique in the page; stays the same when the rule moves. */
  id: string;
  rule: ResponseRule;
  position: number;
  count: number;
  onChange: (rule: ResponseRule) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

type When = NonNullable<ResponseRule["when"]>;

/** One rule of a tool that runs by rules: when it applies, what it answers, and its place in the order. */
export function RuleRow({ id, rule, position, count, onChange, onMove, onRemove }: RuleRowProps) {
  const setWhen = (change: When) => {
    const when = compact({ ...rule.when, ...change });
    onChange(compact({ ...rule, when: Object.keys(when).length > 0 ? when : undefined }));
  };
  const number = position + 1;
  return (
    <li
      tabIndex={-1}
      aria-label={`Rule ${number}`}
      className="rounded-lg border border-line focus:border-accent"
      data-testid="rule"
    >
      <div className="flex items-center gap-0.5 rounded-t-lg border-line border-b bg-sunk py-1 pr-1 pl-2.5">
        <h3 className="flex-1 font-[560] text-xs">
          Rule {number}
          {!rule.when && <span className="font-normal text-ink-3"> · always matches</span>}
        </h3>
        <IconButton
          label={`Move rule ${number} up`}
          why={position === 0 && "It is the first rule"}
          onClick={() => onMove(-1)}
        >
          <ArrowUp size={13} />
        </IconButton>
        <IconButton
          label={`Move rule ${number} down`}
          why={position === count - 1 && "It is the last rule"}
          onClick={() => onMove(1)}
        >
          <ArrowDown size={13} />
        </IconButton>
        <IconButton label={`Remove rule ${number}`} testId="rule-remove" onClick={onRemove}>
          <X size={13} />
        </IconButton>
      </div>
      <div className="flex flex-col gap-2.5 p-2.5">
        <div className="flex flex-wrap items-center gap-2 text-ink-2 text-xs">
          <span aria-hidden>When the attempt is</span>
          <NumberField
            label={`Rule ${number}: attempt`}
            hideLabel
            placeholder="any"
            whole
            min={1}
            className="w-14"
            testId="rule-attempt"
            // On the wire attempts count from 0; people count from 1.
            value={rule.when?.attempt === undefined ? undefined : rule.when.attempt + 1}
            onChange={(attempt) => setWhen({ attempt: attempt === undefined ? undefined : attempt - 1 })}
          />
          {rule.when?.arguments === undefined && (
            <Button small onClick={() => setWhen({ arguments: { properties: {} } })}>
              and the arguments match…
            </Button>
          )}
        </div>
        {rule.when?.arguments !== undefined && (
          <div>
            <JsonField
              label="and the arguments satisfy this schema"
              id={`${id}/when`}
              value={rule.when.arguments}
              onChange={(schema) => setWhen({ arguments: schema })}
            />
            <Button small look="quiet" className="mt-1" onClick={() => setWhen({ arguments: undefined })}>
              Remove condition
            </Button>
          </div>
        )}
        <RuleThen id={id} then={rule.then} onChange={(then) => onChange({ ...rule, then })} />
      </div>
    </li>
  );
}
