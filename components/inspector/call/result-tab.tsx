"use client";
import type { ReactNode } from "react";
import { CheckedText } from "@/components/inspector/checked/checked-text";
import { Card, Facts, Words } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import { Callout } from "@/components/ui/feedback";
import type { ResultView } from "@/lib/view/inspector/result-view";

interface ResultTabProps {
  view: ResultView;
  /** What can be done about a result that was rejected. */
  actions?: ReactNode;
}

/** How the call ended: as returned, as a string, checked, and as the model reads it. */
export function ResultTab({ view, actions }: ResultTabProps) {
  const { outcome, returned, error } = view;
  return (
    <>
      {outcome === "rejected" && (
        <Callout tone="fail" shape="cross" className="mx-3.5 mt-2.5 rounded-lg" testId="output-rejected">
          The engine rejected this result: it breaks the tool's output schema. The model never sees it and
          reads the error below instead.
        </Callout>
      )}
      {returned && (
        <Card
          title="As returned"
          aside={by(view)}
          copy={() => pretty(returned.value)}
          testId="returned-value"
        >
          <CodeView text={pretty(returned.value)} language="json" label="As returned" />
        </Card>
      )}
      {view.canonical !== null && <Canonical view={view} text={view.canonical} actions={actions} />}
      {error && outcome !== "rejected" && <ErrorCard error={error} aside={view.fault ? by(view) : view.by} />}
      {outcome === "open" && (
        <Card title="Result">
          <Words>None yet: the call is open.</Words>
        </Card>
      )}
      <ModelRead view={view} />
    </>
  );
}

/** The string that was checked and, unless it was rejected, goes to the model. */
function Canonical({ view, text, actions }: ResultTabProps & { text: string }) {
  const { returned, readAs, check, schema, language } = view;
  const told = view.modelRead ?? view.error?.text;
  return (
    <>
      <CheckedText
        tool={view.tool}
        told={told === undefined ? undefined : { title: "What the model was told in its place", text: told }}
        actions={actions}
        title={returned ? "As the string that was checked" : "As returned"}
        aside={readAs ? `read as ${readAs === "json" ? "JSON" : "text"}` : returned ? undefined : by(view)}
        text={text}
        language={language}
        check={check}
        schema={schema}
        schemaTitle="Output schema"
        direction="output"
        formats={view.formats}
        testId="result"
      />
      {schema === null && (
        <Card title="Output schema">
          <Words>None declared: any result goes to the model as it is.</Words>
        </Card>
      )}
    </>
  );
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? "null";
const by = ({ by: who, fault }: ResultView): string | undefined =>
  fault ? `by ${fault}` : who ? `by the ${who}` : undefined;

function ErrorCard({ error, aside }: { error: NonNullable<ResultView["error"]>; aside?: string | null }) {
  return (
    <Card title="Error" aside={aside ?? undefined} copy={error.text} testId="call-error">
      <CodeView text={error.text} language="text" label="Error" />
      <Facts
        items={[
          { name: "Retryable", value: error.retryable ? "yes, but no attempt was left" : "no" },
          ...(error.code ? [{ name: "Code", value: error.code }] : []),
        ]}
      />
      {error.detail !== undefined && (
        <CodeView text={pretty(error.detail)} language="json" label="Detail" rows={8} />
      )}
    </Card>
  );
}

/** The exact text of the tool message. */
function ModelRead({ view: { modelRead, unread } }: { view: ResultView }) {
  return (
    <Card title="What the model read" aside="tool message" copy={modelRead ?? undefined} testId="model-read">
      {modelRead === null && <Words>{unread}</Words>}
      {modelRead === "" && <Words>An empty text.</Words>}
      {modelRead && <CodeView text={modelRead} language="text" label="What the model read" />}
    </Card>
  );
}
