"use client";
import type { CheckView, FindingLine } from "@/lib/view/check-view";
import { cx } from "../ui/cx";
import { StatusMark } from "../ui/status";

interface FindingsProps {
  check: CheckView;
  active: string | null;
  onActive: (id: string) => void;
}

/** What broke which rule; a press marks both places. */
export function Findings({ check, active, onActive }: FindingsProps) {
  return (
    <>
      {check.findings.length > 0 && (
        <ul>
          {check.findings.map((finding) => (
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
            </li>
          ))}
        </ul>
      )}
      {check.more > 0 && (
        <p className="border-line border-t px-[11px] py-1.5 text-ink-2">and {check.more} more</p>
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
