"use client";
import { type ReactNode, useRef, useState } from "react";
import type { Formats } from "@/lib/protocol/verdict";
import type { CheckView } from "@/lib/view/check-view";
import { Card } from "./card";
import { CodeView } from "./code-view";
import { Findings } from "./findings";
import { MendsCard } from "./mends-card";

interface CheckedTextProps {
  title: string;
  aside?: ReactNode;
  text: string;
  language: "json" | "text";
  check: CheckView | null;
  schema: string | null;
  schemaTitle: string;
  direction: "input" | "output";
  /** Whether `format` was a rule, as the session's workspace says. */
  formats: Formats | undefined;
  /** Shown between the text and the schema. */
  children?: ReactNode;
  testId: string;
}

const isFaulty = (check: CheckView | null): boolean =>
  check?.verdict?.status === "invalid" || check?.verdict?.status === "malformed";

/** A text with its faults marked, the findings, and the schema with the broken rules marked. */
export function CheckedText(props: CheckedTextProps) {
  const { title, aside, text, language, check, schema, schemaTitle, direction, formats, children, testId } =
    props;
  const [active, setActive] = useState<string | null>(null);
  const rules = useRef<HTMLDivElement>(null);
  /** A pressed finding shows the rule it broke, wherever its card has gone. */
  const press = (finding: string) => {
    setActive(finding);
    rules.current?.scrollIntoView({ block: "nearest" });
  };
  return (
    <>
      <Card title={title} aside={aside} copy={text} testId={testId}>
        {text === "" ? (
          <p className="px-[11px] py-2 text-ink-3">empty: no characters at all</p>
        ) : (
          <CodeView
            text={text}
            language={language}
            label={title}
            marks={check?.marks}
            active={active}
            onMark={setActive}
            testId={`${testId}-text`}
          />
        )}
        {check && <Findings check={check} active={active} onActive={press} />}
      </Card>
      {children}
      {schema !== null && isFaulty(check) && (
        <MendsCard key={text} body={{ schema, text, direction, ...(formats && { formats }) }} />
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
              marks={check?.schemaMarks}
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
