"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useShortcut } from "@/components/keys/shortcuts";
import { Card, Words } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import { IconButton } from "@/components/ui/button";
import type { Mark } from "@/lib/view/code/code";
import { excerptOf } from "@/lib/view/code/excerpt";
import type { FindingLine } from "@/lib/view/inspector/check-view";

/** A text with its marks, and what to call it. */
interface Side {
  title: string;
  text: string;
  language: "json" | "text";
  marks: readonly Mark[];
}

interface FaultPairProps {
  /** The one that is looked at. */
  finding: FindingLine;
  /** Those that are walked through, in order; one that sums others up is not among them. */
  walk: FindingLine[];
  onActive: (id: string) => void;
  checked: Side;
  schema: Side | null;
  /** What somebody was told of it, beside both. */
  told?: { title: string; text: string };
  /** Shown under both sides. */
  children?: ReactNode;
}

/** One fault at a time: its place in the text and the rule it broke in the schema, both at once. */
export function FaultPair({ finding, walk, onActive, checked, schema, told, children }: FaultPairProps) {
  const at = walk.findIndex(({ id }) => id === finding.id);
  const many = walk.length > 1;
  const step = (by: number) => {
    const from = at < 0 && by < 0 ? 0 : at;
    const next = walk[(from + by + walk.length) % walk.length];
    if (next) onActive(next.id);
  };
  useShortcut(
    "next-fault",
    {
      keys: ["n", "shift+n"],
      label: "Next or previous fault",
      each: ["Next fault", "Previous fault"],
      group: "Inspector",
      when: many,
      why: "There is one fault alone",
    },
    (event) => step(event.shiftKey ? -1 : 1),
  );
  return (
    <Card
      testId="fault"
      title={
        <>
          {at < 0 ? "The sum of the alternatives" : many ? `Fault ${at + 1} of ${walk.length}` : "The fault"}
          <span className="sr-only">, its place in both texts</span>
        </>
      }
      aside={
        many && (
          <span className="flex items-center">
            <IconButton label="Previous fault" testId="fault-previous" onClick={() => step(-1)}>
              <ChevronLeft size={14} />
            </IconButton>
            <IconButton label="Next fault" testId="fault-next" onClick={() => step(1)}>
              <ChevronRight size={14} />
            </IconButton>
          </span>
        )
      }
    >
      <p className="break-words border-line border-b px-[11px] py-1.5" aria-live="polite">
        {finding.subject && <b className="font-[580]">{finding.subject}</b>}
        {finding.message}
      </p>
      <div className="@container">
        <div className="grid @md:grid-cols-2 grid-cols-1 divide-line @max-md:divide-y @md:divide-x">
          <Place side={checked} id={finding.id} none="The fault has no place in the text." />
          {schema ? (
            <Place side={schema} id={finding.id} none="The rule does not stand in this schema's own text." />
          ) : (
            <Words className="text-xs">No schema says so: what is not a JSON object breaks no rule.</Words>
          )}
          {told && (
            <div
              className="@max-md:col-span-1 @md:col-span-2 min-w-0 border-line @md:border-t"
              data-testid="fault-told"
            >
              <p className="px-[11px] pt-1.5 text-ink-3 text-xs">{told.title}</p>
              <CodeView text={told.text} language="text" label={told.title} rows={5} />
            </div>
          )}
        </div>
      </div>
      {children}
    </Card>
  );
}

function Place({ side, id, none }: { side: Side; id: string; none: string }) {
  const mark = side.marks.find((one) => one.id === id);
  const part = mark && excerptOf(side.text, mark);
  return (
    <div className="min-w-0" data-testid="fault-place">
      <p className="px-[11px] pt-1.5 text-ink-3 text-xs">
        {side.title}
        {part && `, line ${part.line + linesBefore(part)}`}
      </p>
      {part ? (
        <CodeView
          text={part.text}
          language={side.language}
          label={`${side.title}: the place`}
          marks={[part.mark]}
          active={id}
          firstLine={part.line}
        />
      ) : (
        <Words className="text-xs">{none}</Words>
      )}
    </div>
  );
}

const linesBefore = ({ text, mark }: { text: string; mark: Mark }): number =>
  text.slice(0, mark.offset).split("\n").length - 1;
