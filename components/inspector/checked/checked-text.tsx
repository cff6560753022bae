"use client";
import { type ReactNode, useRef } from "react";
import { Card } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import type { CheckView } from "@/lib/view/inspector/check-view";
import type { Checked } from "./checked";
import { FindingActions } from "./finding-actions";
import { FindingPair } from "./finding-pair";
import { FixesCard } from "./fixes-card";
import { MarkedText } from "./marked-text";
import { type ShownFindings, useFindings } from "./use-findings";

interface FindingProps {
  checked: Checked;
  /** What the model read about the text. */
  modelRead?: { title: string; text: string };
  actions?: ReactNode;
}

interface CheckedTextProps extends FindingProps {
  title: string;
  aside?: ReactNode;
  /** Shown between the text and the schema. */
  children?: ReactNode;
  testId: string;
}

/** The selected finding beside its rule, the text with all findings, suggested fixes, and the schema. */
export function CheckedText({ title, aside, children, testId, ...finding }: CheckedTextProps) {
  const { checked } = finding;
  const { tool, side, text, check, schema, formats } = checked;
  const shown = useFindings(check);
  const rules = useRef<HTMLDivElement>(null);
  /** Selects a finding and scrolls to the schema with the rule that it breaks. */
  const press = (id: string) => {
    shown.setActive(id);
    rules.current?.scrollIntoView({ block: "nearest" });
  };
  return (
    <>
      <SelectedFinding {...finding} shown={shown} />
      <MarkedText
        checked={checked}
        shown={shown}
        onFinding={press}
        title={title}
        aside={aside}
        testId={testId}
      />
      {children}
      {schema !== null && hasFindings(check) && (
        <FixesCard
          key={text}
          tool={tool}
          body={{ schema, text, direction: side, ...(formats && { formats }) }}
        />
      )}
      {schema !== null && (
        <div ref={rules}>
          <SchemaCard title={checked.schemaTitle} schema={schema} shown={shown} testId={`${testId}-schema`} />
        </div>
      )}
    </>
  );
}

/** The selected finding beside the rule that it breaks. */
function SelectedFinding({ checked, modelRead, actions, shown }: FindingProps & { shown: ShownFindings }) {
  const { tool, side, text, language, schema, schemaTitle } = checked;
  const { finding, walk, setActive, marks, schemaMarks } = shown;
  if (!finding) return null;
  return (
    <FindingPair
      finding={finding}
      walk={walk}
      onActive={setActive}
      checked={{ title: side === "input" ? "Arguments" : "Result", text, language, marks }}
      schema={
        schema === null || finding.keyword === "json"
          ? null
          : { title: schemaTitle, text: schema, language: "json", marks: schemaMarks }
      }
      told={modelRead}
    >
      <FindingActions tool={tool} side={side} pointer={finding.schemaPointer}>
        {actions}
      </FindingActions>
    </FindingPair>
  );
}

interface SchemaCardProps {
  title: string;
  schema: string;
  shown: ShownFindings;
  testId: string;
}

function SchemaCard({ title, schema, shown, testId }: SchemaCardProps) {
  return (
    <Card title={title} aside="as sent with the request" copy={schema} testId={testId}>
      <CodeView
        text={schema}
        language="json"
        label={title}
        marks={shown.schemaMarks}
        active={shown.active}
        onMark={shown.setActive}
        rows={16}
      />
    </Card>
  );
}

const hasFindings = (check: CheckView | null): boolean =>
  check?.verdict?.status === "invalid" || check?.verdict?.status === "malformed";
