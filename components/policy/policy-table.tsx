"use client";
import { NumberField } from "@/components/ui/number-field";
import { compact } from "@/lib/client/workspace/edits";
import type { ResolvedPolicy, RetryOverride, RetryPolicy } from "@/lib/protocol/policy";
import { PolicyPlan } from "./policy-plan";

const FIELDS: { field: keyof RetryPolicy; label: string; unit: "s" | "" }[] = [
  { field: "attempt_timeout_secs", label: "Attempt timeout", unit: "s" },
  { field: "total_timeout_secs", label: "Total timeout", unit: "s" },
  { field: "max_attempts", label: "Attempts", unit: "" },
  { field: "backoff_base_secs", label: "Backoff base", unit: "s" },
  { field: "backoff_max_secs", label: "Backoff cap", unit: "s" },
];

interface PolicyTableProps {
  resolved: ResolvedPolicy;
  /** This layer's own overrides, under the current names. */
  override: RetryOverride;
  onChange: (override: RetryOverride) => void;
}

/** One row for each field: the effective value with its layer, and this layer's override; then a preview. */
export function PolicyTable({ resolved, override, onChange }: PolicyTableProps) {
  const own = today(override);
  const set = (field: keyof RetryPolicy, value: number | null | undefined) =>
    onChange(compact({ ...own, [field]: value }));
  return (
    <>
      <table className="w-full text-left text-xs">
        <thead>
          <tr className="text-2xs text-ink-3">
            <th className="pb-1 font-[540]">Field</th>
            <th className="pb-1 font-[540]">Effective</th>
            <th className="pb-1 font-[540]">Override</th>
          </tr>
        </thead>
        <tbody>
          {FIELDS.map(({ field, label, unit }) => (
            <tr key={field} className="border-line border-t align-top" data-testid={`policy-${field}`}>
              <th scope="row" className="py-2 pr-2 font-[520]">
                {label}
              </th>
              <td className="py-2 pr-2">
                <div data-testid="policy-value">{worded(resolved.policy[field], unit)}</div>
                <div className="text-2xs text-ink-3" data-testid="policy-layer">
                  {resolved.layers[field]}
                </div>
              </td>
              <td className="py-1">
                <Own label={label} field={field} value={own[field]} onChange={(value) => set(field, value)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <PolicyPlan policy={resolved.policy} onChange={set} />
    </>
  );
}

/** Older names are read as the current ones, so that each field exists once. */
function today({
  timeout_secs,
  max_retries,
  ...rest
}: RetryOverride): Omit<RetryOverride, "timeout_secs" | "max_retries"> {
  return compact({ attempt_timeout_secs: timeout_secs, max_attempts: max_retries, ...compact(rest) });
}

function worded(value: number | null, unit: string): string {
  if (value === null) return "no limit";
  return unit ? `${value} ${unit}` : String(value);
}

interface OwnProps {
  label: string;
  field: keyof RetryPolicy;
  /** undefined: inherits from the layer above; null: no limit. */
  value: number | null | undefined;
  onChange: (value: number | null | undefined) => void;
}

function Own({ label, field, value, onChange }: OwnProps) {
  const limitable = field === "attempt_timeout_secs" || field === "total_timeout_secs";
  const counts = field === "max_attempts";
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {value !== null && (
        <NumberField
          label={`${label}, override`}
          hideLabel
          placeholder="inherit"
          whole={counts}
          min={counts ? 1 : 0}
          max={counts ? 1_000 : 1_000_000_000}
          className="w-[76px]"
          value={value}
          onChange={onChange}
        />
      )}
      {limitable && (
        <label className="flex h-[30px] items-center gap-1 whitespace-nowrap text-ink-2">
          <input
            type="checkbox"
            className="accent-accent"
            aria-label={`${label}: no limit`}
            checked={value === null}
            onChange={(event) => onChange(event.target.checked ? null : undefined)}
          />
          no limit
        </label>
      )}
    </div>
  );
}
