"use client";
import { Branches } from "@/components/shared/branches";
import { cx } from "@/components/ui/cx";
import { StatusMark } from "@/components/ui/status";
import type { CheckView, FindingLine } from "@/lib/view/inspector/check-view";

export interface FindingsProps {
  check: CheckView;
  active: string | null;
  onActive: (id: string) => void;
  /** Ids of the findings whose alternatives are all shown. */
  open: ReadonlySet<string>;
  onOpen: (id: string) => void;
}

/**
 * The list of findings; pressing one marks its position in the text and in the schema. The closest alternative is
 * shown, the others on demand.
 */
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
            ": they were not recorded individually, so another alternative may be closer than the one shown"}
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
  const { active, onActive } = props;
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
            <FindingText finding={finding} />
          </button>
          <Branches
            {...props}
            finding={finding.id}
            list={(own) => <FindingList {...props} findings={own} />}
          />
        </li>
      ))}
    </ul>
  );
}

function FindingText({ finding }: { finding: FindingLine }) {
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
