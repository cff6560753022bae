"use client";
import type { ReactNode } from "react";
import { CheckedText } from "@/components/inspector/checked/checked-text";
import { Card, CardText } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import type { CallView } from "@/lib/view/inspector/call-view";
import { TEXT } from "./text";

/** What the model sent, the findings in it, and the rules they break; `children` come first if there are findings. */
export function CallTab({ view, children }: { view: CallView; children?: ReactNode }) {
  const faulty = view.check.findings.length > 0;
  return (
    <>
      {faulty && children}
      <Arguments view={view} />
      {!faulty && children}
    </>
  );
}

function Arguments({ view }: { view: CallView }) {
  const { tool, argumentsText, size, parsed, check, schema } = view;
  return (
    <CheckedText
      title={view.fault ? `Arguments as changed by ${view.fault}` : "Arguments as the model sent them"}
      aside={size}
      checked={{
        tool,
        side: "input",
        text: argumentsText,
        language: "json",
        check,
        schema,
        schemaTitle: "Input schema",
        formats: view.formats,
      }}
      testId="arguments"
    >
      {schema === null && (
        <Card title="Input schema">
          <CardText>{TEXT.noInputSchema}</CardText>
        </Card>
      )}
      {parsed && parsed.text !== argumentsText && (
        <Card title="Parsed value" aside={parsed.kind} copy={parsed.text} testId="parsed">
          <CodeView text={parsed.text} language="json" label="Parsed value" />
        </Card>
      )}
    </CheckedText>
  );
}
