import { Card, Facts, Words } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import { InjectedLines } from "@/components/shared/injected-lines";
import { setScreen } from "@/lib/client/screen/screen";
import { openSession } from "@/lib/client/screen/url-state";
import { noticeWords } from "@/lib/view/rows/notice-row";
import { exactMs } from "@/lib/view/text/format";
import type { NoticeRecord, TurnRecord } from "@/lib/view/timeline/records";
import { Button } from "../ui/button";

const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? "null";

/** A turn: what was said, and how it ended. */
export function TurnTab({ turn }: { turn: TurnRecord }) {
  const { message, end, toolCalls, modelCalls } = turn;
  return (
    <>
      <Card title="What the user said" copy={message} testId="turn-message">
        {message ? (
          <CodeView text={message} language="text" label="What the user said" />
        ) : (
          <Words>Nothing yet.</Words>
        )}
      </Card>
      <Card title="How it went" testId="turn-outcome">
        <Facts
          items={[
            { name: "Ended", value: end ? end.outcome : "not yet" },
            ...(end ? [{ name: "Took", value: exactMs(end.at - turn.at) }] : []),
            { name: "Model calls", value: modelCalls },
            { name: "Tool calls", value: toolCalls },
            ...(end?.error ? [{ name: "Error", value: <span className="text-fail">{end.error}</span> }] : []),
          ]}
        />
      </Card>
      {end?.data !== undefined && (
        <Card title="What it gave back" copy={() => pretty(end.data)} testId="turn-data">
          <CodeView
            text={typeof end.data === "string" ? end.data : pretty(end.data)}
            language={typeof end.data === "string" ? "text" : "json"}
            label="What the turn gave back"
          />
        </Card>
      )}
    </>
  );
}

/** A notice in words, with the text it is about. */
export function NoticeTab({ notice, session }: { notice: NoticeRecord; session: string }) {
  const { fact } = notice;
  const { label, text } = noticeWords(fact);
  return (
    <>
      <Card title={label.charAt(0).toUpperCase() + label.slice(1)} testId="notice">
        {notice.fault && <InjectedLines injected={[notice.fault]} />}
        <Words>{text || "Nothing more is known."}</Words>
      </Card>
      {fact.type === "settle.refused" && (
        <Card
          title={fact.action === "tool.result" ? "The refused result" : "The refused error"}
          copy={fact.text}
          testId="refused-text"
        >
          <CodeView text={fact.text} language="json" label="What was refused" />
        </Card>
      )}
      {fact.type === "call.refused" && (
        <Card title="Arguments of the refused call" copy={fact.arguments}>
          <CodeView text={fact.arguments} language="json" label="Arguments of the refused call" />
        </Card>
      )}
      {fact.type === "session.forked" && (
        <Card title="Its origin" aside={fact.origin.session_id} testId="origin">
          <div className="flex gap-1.5 p-[11px]">
            <Button small testId="origin-open" onClick={() => openSession(fact.origin.session_id)}>
              Open the origin
            </Button>
            <Button
              small
              testId="origin-compare"
              onClick={() => setScreen({ compare: { left: fact.origin.session_id, right: session } })}
            >
              Compare with it
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
