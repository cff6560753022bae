"use client";
import { type BranchLine, type CheckView, type FindingLine, shownBranches } from "@/lib/view/check-view";
import { count } from "@/lib/view/format";
import { cx } from "../ui/cx";
import { StatusMark } from "../ui/status";

export interface FindingsProps {
  check: CheckView;
  active: string | null;
  onActive: (id: string) => void;
  /** Findings of which all branches are shown, by id. */
  open: ReadonlySet<string>;
  onOpen: (id: string) => void;
}

/** What broke which rule; a press marks both places. Of alternatives the nearest branch is shown, the others on demand. */
export function Findings(props: FindingsProps) {
  const { check } = props;
  const outside = check.findings.filter(({ id }) => !check.inBranch.has(id));
  return (
    <>
      <FindingList {...props} findings={outside} />
      {check.more > 0 && (
        <p className="border-line border-t px-[11px] py-1.5 text-ink-2" data-testid="findings-more">
          and {check.more} more
          {check.choices.size > 0 &&
            ": they were not recorded one by one, so another alternative may be nearer than the one shown"}
        </p>
      )}
      {check.reason && (
        <p className="border-line border-t px-[11px] py-[7px] text-ink-2" data-testid="check-reason">
          {check.reason}
        </p>
      )}
      {check.notes.length > 0 && (
        <ul className="border-line border-t bg-sunk px-[11px] py-[5px] text-ink-2 text-xs">
          {check.notes.map((note) => (
            <li key={note.id} className="py-0.5" data-testid="note">
              Note: {note.text}
            </li>
          ))}
        </ul>
      )}
      {check.checkedBy && (
        <p className="border-line border-t px-[11px] py-[5px] text-ink-3 text-xs" data-testid="checked-by">
          {check.checkedBy}
        </p>
      )}
    </>
  );
}

function FindingList({ findings, ...props }: FindingsProps & { findings: FindingLine[] }) {
  const { check, active, onActive } = props;
  if (findings.length === 0) return null;
  return (
    <ul>
      {findings.map((finding) => (
        <li key={finding.id} className="border-line border-t" data-testid="finding">
          <button
            type="button"
            onClick={() => onActive(finding.id)}
            aria-pressed={finding.id === active}
            className={cx(
              "grid w-full gap-0.5 px-[11px] py-[7px] text-left focus-visible:-outline-offset-2",
              finding.id === active ? "bg-accent-soft" : "hover:bg-sunk",
            )}
          >
            <FindingWords finding={finding} />
          </button>
          {check.choices.has(finding.id) && <Branches {...props} finding={finding.id} />}
        </li>
      ))}
    </ul>
  );
}

/** The branches of one finding, each with its own findings. */
function Branches({ finding, ...props }: FindingsProps & { finding: string }) {
  const { check, open, onOpen } = props;
  const choice = check.choices.get(finding);
  if (!choice) return null;
  const shown = shownBranches(check, finding, open);
  const all = open.has(finding);
  const others = choice.branches.length - choice.shown;
  return (
    <div className="mb-1.5 ml-[11px] border-line-strong border-l" data-testid="branches">
      {shown.map((branch, i) => (
        <Branch key={branch.label} {...props} branch={branch} why={i === 0 ? choice.why : null} />
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

function Branch({ branch, why, ...props }: FindingsProps & { branch: BranchLine; why: string | null }) {
  const own = new Set(branch.findings);
  const findings = props.check.findings.filter(({ id }) => own.has(id));
  return (
    <section aria-label={branch.label} data-testid="branch">
      <p className="px-[11px] pt-1 pb-0.5 text-ink-2 text-xs">
        <span className="font-[560]">{branch.label}</span>
        {why && <span className="text-ink-3"> · nearest: {why}</span>}
      </p>
      {findings.length > 0 ? (
        <FindingList {...props} findings={findings} />
      ) : (
        <p className="px-[11px] pb-1 text-ink-3 text-xs">The rules it breaks were not recorded one by one.</p>
      )}
    </section>
  );
}

function FindingWords({ finding }: { finding: FindingLine }) {
  const { subject, message, pointer, keyword, line, column, schemaLine, sign } = finding;
  const where = [
    pointer,
    keyword === "json" ? (line === null ? "" : `line ${line}, column ${column}`) : keyword,
    schemaLine === null ? "" : `schema line ${schemaLine}`,
  ].filter(Boolean);
  return (
    <>
      <span className="flex gap-1.5">
        <span className="flex h-[19px] items-center">
          <StatusMark {...sign} />
        </span>
        <span className="min-w-0 break-words">
          {subject && <b className="font-[580]">{subject}</b>}
          {message}
        </span>
      </span>
      <span className="code-2xs break-words pl-[18px] text-ink-3">{where.join(" · ")}</span>
    </>
  );
}
