import { Card, CardText, Facts } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import { InjectedLines } from "@/components/shared/injected-lines";
import { setScreen } from "@/lib/client/screen/screen";
import { openSession } from "@/lib/client/screen/url-state";
import { noticeText } from "@/lib/view/rows/notice-row";
import { exactMs } from "@/lib/view/text/format";
import type { NoticeRecord, TurnRecord } from "@/lib/view/timeline/records";
import { Button } from "../ui/button";

const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? "null";

/** The About tab of a turn (the message and how the turn ended) and of a notice. */
export function TurnTab({ turn }: { turn: TurnRecord }) {
  const { message, end, toolCalls, modelCalls } = turn;
  return (
    <>
      <Card title="User message" copy={message} testId="turn-message">
        {message ? (
          <CodeView text={message} language="text" label="User message" />
        ) : (
          <CardText>No message yet.</CardText>
        )}
      </Card>
      <Card title="Summary" testId="turn-outcome">
        <Facts
          items={[
            { name: "Ended", value: end ? end.outcome : "not yet" },
            ...(end ? [{ name: "Duration", value: exactMs(end.at - turn.at) }] : []),
            { name: "Model calls", value: modelCalls },
            { name: "Tool calls", value: toolCalls },
            ...(end?.error ? [{ name: "Error", value: <span className="text-fail">{end.error}</span> }] : []),
          ]}
        />
      </Card>
      {end?.data !== undefined && (
        <Card title="Returned data" copy={() => pretty(end.data)} testId="turn-data">
          <CodeView
            text={typeof end.data === "string" ? end.data : pretty(end.data)}
            language={typeof end.data === "string" ? "text" : "json"}
            label="Data that the turn returned"
          />
        </Card>
      )}
    </>
  );
}

/** A notice as a sentence, with the text it is about. */
export function NoticeTab({ notice, session }: { notice: NoticeRecord; session: string }) {
  const { fact } = notice;
  const { label, text } = noticeText(fact);
  return (
    <>
      <Card title={label.charAt(0).toUpperCase() + label.slice(1)} testId="notice">
        {notice.fault && <InjectedLines injected={[notice.fault]} />}
        <CardText>{text || "No further details."}</CardText>
      </Card>
      {fact.type === "settle.refused" && (
        <Card
          title={fact.action === "tool.result" ? "Refused result" : "Refused error"}
          copy={fact.text}
          testId="refused-text"
        >
          <CodeView text={fact.text} language="json" label="Refused text" />
        </Card>
      )}
      {fact.type === "call.refused" && (
        <Card title="Arguments of the refused call" copy={fact.arguments}>
          <CodeView text={fact.arguments} language="json" label="Arguments of the refused call" />
        </Card>
      )}
      {fact.type === "session.forked" && (
        <Card title="Origin" aside={fact.origin.session_id} testId="origin">
          <div className="flex gap-1.5 p-[11px]">
            <Button small testId="origin-open" onClick={() => openSession(fact.origin.session_id)}>
              Open origin
            </Button>
            <Button
              small
              testId="origin-compare"
              onClick={() => setScreen({ compare: { left: fact.origin.session_id, right: session } })}
            >
              Compare with origin
            </Button>
          </div>
        </Card>
      )}
      {"payload" in fact && fact.payload !== undefined && (
        <Card title="Payload" copy={() => pretty(fact.payload)} testId="payload">
          <CodeView text={pretty(fact.payload)} language="json" label="Payload" />
        </Card>
      )}
    </>
  );
}
