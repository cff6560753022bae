"use client";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { Card } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import { CopyTest } from "@/components/shared/copy-test";
import type { Side } from "@/lib/protocol/side";
import type { Formats } from "@/lib/protocol/verdict";
import { type CheckView, shownFindings, walkedFindings } from "@/lib/view/inspector/check-view";
import { FindingActions } from "./finding-actions";
import { FindingPair } from "./finding-pair";
import { Findings } from "./findings";
import { FixesCard } from "./fixes-card";
import { KeepCase } from "./keep-case";

interface CheckedTextProps {
  /** Name of the tool whose call it is of. */
  tool: string;
  title: string;
  aside?: ReactNode;
  text: string;
  language: "json" | "text";
  check: CheckView | null;
  schema: string | null;
  schemaTitle: string;
  direction: Side;
  /** Whether `format` was a rule, as the session's workspace says. */
  formats: Formats | undefined;
  /** Shown between the text and the schema. */
  children?: ReactNode;
  /** Of a fault: what came of it, and what to do about it. */
  told?: { title: string; text: string };
  actions?: ReactNode;
  testId: string;
}

const isFaulty = (check: CheckView | null): boolean =>
  check?.verdict?.status === "invalid" || check?.verdict?.status === "malformed";

/** A text with its faults marked, the findings, and the schema with the broken rules marked. */
export function CheckedText(props: CheckedTextProps) {
  const { title, aside, text, language, check, schema, schemaTitle, direction, formats, children, testId } =
    props;
  const faults = useFaults(check);
  const { active, setActive, finding, walk } = faults;
  const rules = useRef<HTMLDivElement>(null);
  /** A pressed finding shows the rule it broke, wherever its card has gone. */
  const press = (finding: string) => {
    setActive(finding);
    rules.current?.scrollIntoView({ block: "nearest" });
  };
  return (
    <>
      {finding && (
        <FindingPair
          finding={finding}
          walk={walk}
          onActive={setActive}
          checked={{ title: sideName(direction), text, language, marks: faults.marks }}
          schema={
            schema === null || finding.keyword === "json"
              ? null
              : { title: schemaTitle, text: schema, language: "json", marks: faults.schemaMarks }
          }
          told={props.told}
        >
          <FindingActions tool={props.tool} side={direction} pointer={finding.schemaPointer}>
            {props.actions}
          </FindingActions>
        </FindingPair>
      )}
      <Card title={title} aside={aside} copy={text} testId={testId}>
        {text === "" ? (
          <p className="px-[11px] py-2 text-ink-3">empty text</p>
        ) : (
          <CodeView
            text={text}
            language={language}
            label={title}
            marks={faults.marks}
            active={active}
            onMark={setActive}
            testId={`${testId}-text`}
          />
        )}
        {check && (
          <Findings
            check={check}
            active={active}
            onActive={press}
            open={faults.open}
            onOpen={faults.toggle}
          />
        )}
        {check?.recorded && (
          <div className="flex flex-wrap items-center gap-2 border-line border-t py-0.5 pr-1.5 pl-[3px]">
            <KeepCase
              key={text}
              tool={props.tool}
              direction={direction}
              text={text}
              verdict={check.recorded}
            />
            <CopyTest
              tool={props.tool}
              direction={direction}
              schema={schema ?? ""}
              text={text}
              status={check.recorded.status}
            />
          </div>
        )}
      </Card>
      {children}
      {schema !== null && isFaulty(check) && (
        <FixesCard
          key={text}
          tool={props.tool}
          body={{ schema, text, direction, ...(formats && { formats }) }}
        />
      )}
      {schema !== null && (
        <div ref={rules}>
          <Card
            title={schemaTitle}
            aside="as sent with the request"
            copy={schema}
            testId={`${testId}-schema`}
          >
            <CodeView
              text={schema}
              language="json"
              label={schemaTitle}
              marks={faults.schemaMarks}
              active={active}
              onMark={setActive}
              rows={16}
            />
          </Card>
        </div>
      )}
    </>
  );
}

const sideName = (direction: Side): string => (direction === "input" ? "Arguments" : "Result");

/** Which finding is looked at, and what of the others is shown: of alternatives only the nearest unless asked for. */
function useFaults(check: CheckView | null) {
  const [chosen, setActive] = useState<string | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(NONE);
  const shown = useMemo(() => (check ? shownFindings(check, open) : NONE), [check, open]);
  const findings = useMemo(() => check?.findings.filter(({ id }) => shown.has(id)) ?? [], [check, shown]);
  const isShown = ({ id }: { id: string }) => shown.has(id);
  const walk = useMemo(() => (check ? walkedFindings(check, shown) : []), [check, shown]);
  const finding = findings.find(({ id }) => id === chosen) ?? walk[0] ?? findings[0];
  const toggle = (id: string) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  return {
    finding,
    walk,
    marks: check?.marks.filter(isShown) ?? [],
    schemaMarks: check?.schemaMarks.filter(isShown) ?? [],
    active: finding?.id ?? null,
    setActive,
    open,
    toggle,
  };
}

const NONE: ReadonlySet<string> = new Set();
