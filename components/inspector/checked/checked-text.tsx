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
  /** Name of the called tool. */
  tool: string;
  title: string;
  aside?: ReactNode;
  text: string;
  language: "json" | "text";
  check: CheckView | null;
  schema: string | null;
  schemaTitle: string;
  direction: Side;
  /** Whether `format` is enforced, as set in the session's workspace. */
  formats: Formats | undefined;
  /** Shown between the text and the schema. */
  children?: ReactNode;
  /** For an invalid text: what the model read about it, and further actions. */
  told?: { title: string; text: string };
  actions?: ReactNode;
  testId: string;
}

const hasFindings = (check: CheckView | null): boolean =>
  check?.verdict?.status === "invalid" || check?.verdict?.status === "malformed";

/** A text with its findings marked, the list of findings, and the schema with the broken rules marked. */
export function CheckedText(props: CheckedTextProps) {
  const { title, aside, text, language, check, schema, schemaTitle, direction, formats, children, testId } =
    props;
  const shown = useFindings(check);
  const { active, setActive, finding, walk } = shown;
  const rules = useRef<HTMLDivElement>(null);
  /** Selects a finding and scrolls to the schema with the rule that it breaks. */
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
          checked={{ title: sideName(direction), text, language, marks: shown.marks }}
          schema={
            schema === null || finding.keyword === "json"
              ? null
              : { title: schemaTitle, text: schema, language: "json", marks: shown.schemaMarks }
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
            marks={shown.marks}
            active={active}
            onMark={setActive}
            testId={`${testId}-text`}
          />
        )}
        {check && (
          <Findings check={check} active={active} onActive={press} open={shown.open} onOpen={shown.toggle} />
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
      {schema !== null && hasFindings(check) && (
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
              marks={shown.schemaMarks}
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

/** The selected finding, and which others are shown: only the closest alternative, unless all are expanded. */
function useFindings(check: CheckView | null) {
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
