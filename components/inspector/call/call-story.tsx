"use client";
import { useMemo } from "react";
import { useHandle } from "@/lib/client/log/handle";
import type { SessionLog } from "@/lib/client/log/session-log";
import { select } from "@/lib/client/screen/url-state";
import type { CallView } from "@/lib/view/inspector/call-view";
import { type Loop, loopOf } from "@/lib/view/inspector/loops";
import type { TabId } from "@/lib/view/inspector/target";
import { explainedSteps } from "@/lib/view/inspector/verdict-steps";
import type { CallRecord } from "@/lib/view/timeline/records";
import { LoopCard } from "./loop-card";
import { VerdictCard } from "./verdict-card";

interface CallStoryProps {
  call: CallRecord;
  view: SessionLog;
  shown: CallView;
  tabs: TabId[];
}

/** What happened to a call, and whether the model made the same mistake before. */
export function CallStory({ call, view, shown, tabs }: CallStoryProps) {
  const steps = explainedSteps(call, shown, view.log.state);
  return (
    <>
      <VerdictCard steps={steps} onTab={(tab) => tabs.some((id) => id === tab) && select({ tab })} />
      <CallLoop call={call} view={view} side="arguments" />
    </>
  );
}

interface CallLoopProps {
  call: CallRecord;
  view: SessionLog;
  /** The side with the finding; a loop on the other side is not shown here. */
  side: Loop["side"];
}

/** The calls of the turn with the same finding. */
export function CallLoop({ call, view: { log }, side }: CallLoopProps) {
  const faulty = call.repeats > 0;
  const handle = useHandle(log, log.timeline.version);
  const loop = useMemo(
    () => (faulty ? loopOf(call, handle.current.timeline, handle.current.state) : null),
    [call, faulty, handle],
  );
  return loop?.side === side ? <LoopCard loop={loop} onRow={(row) => select({ row })} /> : null;
}
