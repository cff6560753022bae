"use client";
import { useMemo, useState } from "react";
import { Card, CardText, Facts } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import { InjectedLines } from "@/components/shared/injected-lines";
import { useHandle } from "@/lib/client/log/handle";
import type { SessionLog } from "@/lib/client/log/session-log";
import type { State } from "@/lib/engine/state/state";
import type { LlmTool } from "@/lib/protocol/agent";
import type { ToolCall } from "@/lib/protocol/messages";
import { type MessageLine, type ModelView, modelView } from "@/lib/view/inspector/model-view";
import type { StreamText } from "@/lib/view/rows/row-content";
import { count } from "@/lib/view/text/format";
import type { ModelRecord } from "@/lib/view/timeline/records";
import { Button } from "../ui/button";
import { Callout } from "../ui/feedback";
import { TEXT } from "./text";

interface ModelTabProps {
  model: ModelRecord | undefined;
  view: SessionLog;
}

/** The request that the model got, and its reply. */
export function ModelTab({ model, view }: ModelTabProps) {
  if (!model) {
    return (
      <Card title="Model call">
        <CardText>{TEXT.noModelCall}</CardText>
      </Card>
    );
  }
  return (
    <One key={model.id} model={model} state={view.log.state} stream={view.log.streams.get(model.callId)} />
  );
}

function One({ model, state, stream }: { model: ModelRecord; state: State; stream: StreamText | undefined }) {
  const handle = useHandle(model, model.facts.length);
  const shown = useMemo(() => modelView(handle.current, state), [handle, state]);
  return (
    <>
      {model.injected.length > 0 && (
        <Card title="Injected faults">
          <InjectedLines injected={model.injected} struck={model} />
        </Card>
      )}
      <Answer shown={shown} stream={stream} />
      <Prompt shown={shown} />
      <Tools tools={shown.tools} />
      {shown.provider !== undefined && (
        <Card title="Provider response" copy={() => pretty(shown.provider)} testId="provider">
          <CodeView text={pretty(shown.provider)} language="json" label="Provider response" rows={10} />
        </Card>
      )}
    </>
  );
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? "null";

function Answer({ shown, stream }: { shown: ModelView; stream: StreamText | undefined }) {
  const { answer, cut } = shown;
  if (!answer) {
    return (
      <Card title="Reply" aside={stream ? "streaming" : undefined} testId="answer">
        {stream ? <Streaming stream={stream} /> : <CardText>No reply yet.</CardText>}
      </Card>
    );
  }
  return (
    <Card title="Reply" aside={answer.model} copy={() => pretty(answer)} testId="answer">
      {cut && (
        <Callout tone="warn" shape="triangle">
          {TEXT.cutOff}
        </Callout>
      )}
      {answer.content && <CodeView text={answer.content} language="text" label="Text of the reply" />}
      {(answer.tool_calls ?? []).map((call) => (
        <CallText key={call.id} call={call} />
      ))}
      <Facts
        items={[
          ...(answer.finish_reason ? [{ name: "Stop reason", value: answer.finish_reason }] : []),
          ...(answer.usage === undefined
            ? []
            : [{ name: "Usage", value: <span className="code-2xs">{JSON.stringify(answer.usage)}</span> }]),
          ...(answer.cost ? [{ name: "Cost", value: answer.cost }] : []),
        ]}
      />
    </Card>
  );
}

function Streaming({ stream }: { stream: StreamText }) {
  return (
    <div aria-live="off">
      {stream.reasoning && (
        <CodeView text={stream.reasoning} language="text" label="Reasoning so far" rows={6} />
      )}
      {stream.text && <CodeView text={stream.text} language="text" label="Text so far" />}
      {stream.calls.map(({ id, name, arguments: argumentsText }) => (
        <CallText key={id} call={{ id, type: "function", function: { name, arguments: argumentsText } }} />
      ))}
    </div>
  );
}

function CallText({ call }: { call: ToolCall }) {
  return (
    <div className="border-line border-t first:border-t-0" data-testid="answer-call">
      <p className="flex justify-between gap-2 px-[11px] pt-1.5 text-xs">
        <b className="font-[560]">{call.function.name}</b>
        <span className="code-2xs truncate text-ink-3">{call.id}</span>
      </p>
      {call.function.arguments === "" ? (
        <p className="px-[11px] pb-1.5 text-ink-3 text-xs">no arguments</p>
      ) : (
        <CodeView
          text={call.function.arguments}
          language="json"
          label={`Arguments of ${call.function.name}`}
          rows={8}
        />
      )}
    </div>
  );
}

/** The newest messages matter most; the others are collapsed. */
const NEWEST = 6;

function Prompt({ shown }: { shown: ModelView }) {
  const [all, setAll] = useState(false);
  const { messages } = shown;
  const hidden = all ? 0 : Math.max(0, messages.length - NEWEST);
  return (
    <Card
      title="Request"
      aside={`${shown.model}, ${count(messages.length, "message")}`}
      copy={() => pretty(shown.request)}
      testId="request"
    >
      {shown.params.length > 0 && <Facts items={shown.params} />}
      {hidden > 0 && (
        <div className="border-line border-t px-[11px] py-1.5">
          <Button small look="quiet" onClick={() => setAll(true)}>
            Show {count(hidden, "earlier message")}
          </Button>
        </div>
      )}
      <ol>
        {messages.slice(hidden).map((message) => (
          <Message key={message.key} message={message} />
        ))}
      </ol>
    </Card>
  );
}

function Message({ message }: { message: MessageLine }) {
  const { role, text, calls, answers } = message;
  return (
    <li className="border-line border-t" data-testid="message" data-role={role}>
      <p className="flex justify-between gap-2 px-[11px] pt-1.5 text-xs">
        <b className="font-[560]">{role}</b>
        <span className="code-2xs truncate text-ink-3">{answers ?? message.id}</span>
      </p>
      {text !== "" && <CodeView text={text} language="text" label={`Text of the ${role} message`} rows={6} />}
      {text === "" && calls.length === 0 && <p className="px-[11px] pb-1.5 text-ink-3 text-xs">empty text</p>}
      {calls.map((call) => (
        <CallText key={call.id} call={call} />
      ))}
    </li>
  );
}

function Tools({ tools }: { tools: LlmTool[] }) {
  return (
    <Card
      title="Tools offered"
      aside={String(tools.length)}
      copy={() => pretty(tools)}
      testId="tools-offered"
    >
      {tools.length === 0 && <CardText>None.</CardText>}
      {tools.map((tool) => (
        <details key={tool.name} className="border-line border-t first-of-type:border-t-0">
          <summary className="px-[11px] py-1.5 text-xs focus-visible:-outline-offset-2">
            <b className="font-[560]">{tool.name}</b>{" "}
            <span className="text-ink-2">{tool.description ?? ""}</span>
          </summary>
          <CodeView
            text={tool.inputText ?? pretty(tool.input ?? {})}
            language="json"
            label={`Input schema of ${tool.name}`}
            rows={12}
          />
        </details>
      ))}
    </Card>
  );
}
