"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useShortcut } from "@/components/keys/shortcuts";
import { Card, CardText } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import { IconButton } from "@/components/ui/button";
import type { Mark } from "@/lib/view/code/code";
import { excerptOf } from "@/lib/view/code/excerpt";
import type { FindingLine } from "@/lib/view/inspector/check-view";
import { TEXT } from "./text";

/** A text with its marks and its title. */
interface Side {
  title: string;
  text: string;
  language: "json" | "text";
  marks: readonly Mark[];
}

interface FindingPairProps {
  /** The selected finding. */
  finding: FindingLine;
  /** The findings to step through, in order; one that summarizes others is left out. */
  walk: FindingLine[];
  onActive: (id: string) => void;
  checked: Side;
  schema: Side | null;
  /** What the model or the worker read about it, below both texts. */
  told?: { title: string; text: string };
  /** Shown below everything. */
  children?: ReactNode;
}

/** One finding at a time: its position in the text next to the rule that it breaks in the schema. */
export function FindingPair({ finding, walk, onActive, checked, schema, told, children }: FindingPairProps) {
  const at = walk.findIndex(({ id }) => id === finding.id);
  const many = walk.length > 1;
  const step = (by: number) => {
    const from = at < 0 && by < 0 ? 0 : at;
    const next = walk[(from + by + walk.length) % walk.length];
    if (next) onActive(next.id);
  };
  useShortcut(
    "next-finding",
    {
      keys: ["n", "shift+n"],
      label: "Next or previous finding",
      each: ["Next finding", "Previous finding"],
      group: "Inspector",
      when: many,
      why: "There is only one finding",
    },
    (event) => step(event.shiftKey ? -1 : 1),
  );
  return (
    <Card
      testId="finding-pair"
      title={
        <>
          {at < 0 ? "All alternatives" : many ? `Finding ${at + 1} of ${walk.length}` : "Finding"}
          <span className="sr-only">, with its position in both texts</span>
        </>
      }
      aside={
        many && (
          <span className="flex items-center">
            <IconButton label="Previous finding" testId="finding-previous" onClick={() => step(-1)}>
              <ChevronLeft size={14} />
            </IconButton>
            <IconButton label="Next finding" testId="finding-next" onClick={() => step(1)}>
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
          <Place side={checked} id={finding.id} none={TEXT.noPosition} />
          {schema ? (
            <Place side={schema} id={finding.id} none={TEXT.ruleElsewhere} />
          ) : (
            <CardText className="text-xs">{TEXT.noRuleApplies}</CardText>
          )}
          {told && (
            <div
              className="@max-md:col-span-1 @md:col-span-2 min-w-0 border-line @md:border-t"
              data-testid="finding-read"
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
    <div className="min-w-0" data-testid="finding-place">
      <p className="px-[11px] pt-1.5 text-ink-3 text-xs">
        {side.title}
        {part && `, line ${part.line + linesBefore(part)}`}
      </p>
      {part ? (
        <CodeView
          text={part.text}
          language={side.language}
          label={`${side.title}: position`}
          marks={[part.mark]}
          active={id}
          firstLine={part.line}
        />
      ) : (
        <CardText className="text-xs">{none}</CardText>
      )}
    </div>
  );
}

const linesBefore = ({ text, mark }: { text: string; mark: Mark }): number =>
  text.slice(0, mark.offset).split("\n").length - 1;
