/** The row of a notice: something that must be seen and is not a call. */
import type { FactOf } from "@/lib/engine/log/facts";
import { never } from "@/lib/util/never";
import { changeText } from "@/lib/view/text/fork-text";
import { excerpt } from "@/lib/view/text/format";
import type { Sign } from "@/lib/view/text/labels";
import { injectedPrefix } from "@/lib/view/timeline/injected-faults";
import { injectedChip } from "@/lib/view/timeline/injected-text";
import type { NoticeFact, NoticeRecord } from "@/lib/view/timeline/records";
import { type RowContent, type RowStatus, TEXT_LENGTH } from "./row-content";

interface NoticeText {
  label: string;
  text: string;
  sign: Sign;
  status: RowStatus;
}

/** Whether the engine proposed the interrupt; then its reason is enough. */
const isProposed = (payload: unknown): boolean =>
  typeof payload === "object" && payload !== null && "type" in payload && payload.type === "llm.failed";

const REFUSED: Sign = { shape: "triangle", tone: "warn" };

/** "another answer of the model; everything above was reused": from here on the two sessions differ. */
function forkText({ origin, workspace }: FactOf<"session.forked">): string {
  const words = changeText(workspace ? { ...origin, workspace: true } : origin);
  return origin.seq === 0 ? words : `${words}; everything above was reused`;
}

export function noticeText(fact: NoticeFact): NoticeText {
  switch (fact.type) {
    case "settle.refused": {
      const what = fact.action === "tool.result" ? "result" : "error";
      return {
        label: `${what} refused`,
        text: `from the ${fact.by}: ${fact.reason}`,
        sign: REFUSED,
        status: "refused",
      };
    }
    case "call.refused":
      return {
        label: "call refused",
        text: `${fact.name}: ${fact.reason}`,
        sign: REFUSED,
        status: "refused",
      };
    case "action.refused":
      return {
        label: "action refused",
        text: `${fact.action}: ${fact.reason}`,
        sign: REFUSED,
        status: "refused",
      };
    case "session.interrupted":
      return {
        label: "interrupted",
        text: isProposed(fact.payload) ? fact.reason : `by the ${fact.by}: ${fact.reason}`,
        sign: { shape: "diamond", tone: "warn" },
        status: "info",
      };
    case "session.interrupt_resumed":
      return {
        label: "resumed",
        text: "",
        sign: { shape: "hollow-diamond", tone: "accent" },
        status: "info",
      };
    case "session.cancelled":
      return {
        label: "cancelled",
        text: fact.reason,
        sign: { shape: "dashed-ring", tone: "mute" },
        status: "info",
      };
    case "session.forked":
      return {
        label: "forked",
        text: forkText(fact),
        sign: { shape: "diamond", tone: "accent" },
        status: "info",
      };
    case "session.restarted":
      return {
        label: "server restarted",
        text: "unfinished work continues",
        sign: { shape: "ring", tone: "mute" },
        status: "info",
      };
    case "turn.completed":
      return {
        label: "turn failed",
        text: fact.error ?? "",
        sign: { shape: "cross", tone: "fail" },
        status: "failed",
      };
    default:
      return never(fact, "notice");
  }
}

export function noticeContent(notice: NoticeRecord): RowContent {
  const { label, text, sign, status } = noticeText(notice.fact);
  const injected = notice.fault && injectedChip([notice.fault], () => null);
  return {
    label,
    sign,
    verdict: null,
    status,
    segments: [{ kind: "mark", tone: sign.tone, from: notice.at, to: notice.at }],
    deadline: null,
    chips: injected ? [injected] : [],
    text: excerpt(injectedPrefix(text, notice.fault), TEXT_LENGTH),
    from: notice.at,
    to: notice.at,
    note: "",
  };
}
