"use client";
import type { ReactNode } from "react";
import {
  type BranchLine,
  type CheckView,
  type FindingLine,
  shownBranches,
} from "@/lib/view/inspector/check-view";
import { count } from "@/lib/view/text/format";

interface BranchesProps {
  check: CheckView;
  /** Id of the finding that may summarize alternatives. */
  finding: string;
  /** Ids of the findings whose alternatives are all shown. */
  open: ReadonlySet<string>;
  onOpen: (id: string) => void;
  /** Renders the findings of one alternative. */
  list: (findings: FindingLine[]) => ReactNode;
}

/**
 * The alternatives of one finding, each with its own findings: the closest one, and the others on demand. Renders
 * nothing for other findings.
 */
export function Branches({ check, finding, open, onOpen, list }: BranchesProps) {
  const choice = check.choices.get(finding);
  if (!choice) return null;
  const shown = shownBranches(check, finding, open);
  const all = open.has(finding);
  const others = choice.branches.length - choice.shown;
  return (
    <div className="mb-1.5 ml-[11px] border-line-strong border-l" data-testid="branches">
      {shown.map((branch, i) => (
        <Branch
          key={branch.label}
          check={check}
          branch={branch}
          why={i === 0 ? choice.why : null}
          list={list}
        />
      ))}
      {others > 0 && (
        <button
          type="button"
          className="px-[11px] py-1 text-ink-2 text-xs underline decoration-line-strong underline-offset-2 hover:text-ink"
          aria-expanded={all}
          data-testid="branches-all"
          onClick={() => onOpen(finding)}
        >
          {all
            ? "Show fewer alternatives"
            : choice.shown === 0
              ? `Show the ${count(others, "alternative")}`
              : `Show ${count(others, "other alternative")}`}
        </button>
      )}
    </div>
  );
}

interface BranchProps extends Pick<BranchesProps, "check" | "list"> {
  branch: BranchLine;
  why: string | null;
}

function Branch({ check, branch, why, list }: BranchProps) {
  const own = new Set(branch.findings);
  const findings = check.findings.filter(({ id }) => own.has(id));
  return (
    <section aria-label={branch.label} data-testid="branch">
      <p className="px-[11px] pt-1 pb-0.5 text-ink-2 text-xs">
        <span className="font-[560]">{branch.label}</span>
        {why && <span className="text-ink-3"> · closest: {why}</span>}
      </p>
      {findings.length > 0 ? (
        list(findings)
      ) : (
        <p className="px-[11px] pb-1 text-ink-3 text-xs">
          The rules it breaks were not recorded individually.
        </p>
      )}
    </section>
  );
}
