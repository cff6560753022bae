"use client";
import type { ReactNode } from "react";
import { CheckedText } from "@/components/inspector/checked/checked-text";
import { Card, CardText, Facts } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import { Callout } from "@/components/ui/feedback";
import type { ResultView } from "@/lib/view/inspector/result-view";
import { TEXT } from "./text";

interface ResultTabProps {
  view: ResultView;
  /** Actions for a rejected result. */
  actions?: ReactNode;
}

/** How the call ended: the value that was returned, the text that was checked, and what the model read. */
export function ResultTab({ view, actions }: ResultTabProps) {
  const { outcome, returned, error } = view;
  return (
    <>
      {outcome === "rejected" && (
        <Callout tone="fail" shape="cross" className="mx-3.5 mt-2.5 rounded-lg" testId="output-rejected">
          {TEXT.rejected}
        </Callout>
      )}
      {returned && (
        <Card
          title="Returned value"
          aside={by(view)}
          copy={() => pretty(returned.value)}
          testId="returned-value"
        >
          <CodeView text={pretty(returned.value)} language="json" label="Returned value" />
        </Card>
      )}
      {view.canonical !== null && <Canonical view={view} text={view.canonical} actions={actions} />}
      {error && outcome !== "rejected" && <ErrorCard error={error} aside={view.fault ? by(view) : view.by} />}
      {outcome === "open" && (
        <Card title="Result">
          <CardText>{TEXT.noResult}</CardText>
        </Card>
      )}
      <ModelRead view={view} />
    </>
  );
}

/** The text that was checked; it goes to the model unless it was rejected. */
function Canonical({ view, text, actions }: ResultTabProps & { text: string }) {
  const { returned, readAs, check, schema, language } = view;
  const errorRead = view.modelRead ?? view.error?.text;
  return (
    <>
      <CheckedText
        modelRead={
          errorRead === undefined
            ? undefined
            : { title: "Error that the model read instead", text: errorRead }
        }
        actions={actions}
        title={returned ? "Checked text" : "Returned text"}
        aside={readAs ? `read as ${readAs === "json" ? "JSON" : "text"}` : returned ? undefined : by(view)}
        checked={{
          tool: view.tool,
          side: "output",
          text,
          language,
          check,
          schema,
          schemaTitle: "Output schema",
          formats: view.formats,
        }}
        testId="result"
      />
      {schema === null && (
        <Card title="Output schema">
          <CardText>{TEXT.noOutputSchema}</CardText>
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
    <Card title="Tool message" aside="what the model read" copy={modelRead ?? undefined} testId="model-read">
      {modelRead === null && <CardText>{unread}</CardText>}
      {modelRead === "" && <CardText>An empty text.</CardText>}
      {modelRead && <CodeView text={modelRead} language="text" label="Tool message" />}
    </Card>
  );
}
