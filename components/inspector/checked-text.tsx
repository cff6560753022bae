"use client";
import { type ReactNode, useRef, useState } from "react";
import type { CheckView } from "@/lib/view/check-view";
import { Card } from "./card";
import { CodeView } from "./code-view";
import { Findings } from "./findings";

interface CheckedTextProps {
  title: string;
  aside?: ReactNode;
  text: string;
  language: "json" | "text";
  check: CheckView | null;
  schema: string | null;
  schemaTitle: string;
  /** Shown between the text and the schema. */
  children?: ReactNode;
  testId: string;
}

/** A text with its faults marked, the findings, and the schema with the broken rules marked. */
export function CheckedText(props: CheckedTextProps) {
  const { title, aside, text, language, check, schema, schemaTitle, children, testId } = props;
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
