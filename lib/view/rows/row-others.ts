import type { FactOf } from "@/lib/engine/log/facts";
import { never } from "@/lib/util/never";
import { injectedChip } from "@/lib/view/authoring/fault-text";
import { changeWords } from "@/lib/view/forks/fork-tree";
import { count, excerpt } from "@/lib/view/text/format";
import { hasProposal, proposedIn, responseWords, type Sign, triggerWords } from "@/lib/view/text/labels";
import { holdSegments, openHold } from "@/lib/view/timeline/attempts";
import { noEffect, onPurpose, struckIn, undeliveredBy } from "@/lib/view/timeline/injected-faults";
import type {
  DecisionRecord,
  Delivery,
  NoticeFact,
  NoticeRecord,
  TurnRecord,
} from "@/lib/view/timeline/records";
import { waitOf } from "@/lib/view/timeline/waits";
import type { Cells, Chip, RowContext, RowStatus, Segment, TurnSum } from "./row-content";

const TEXT = 120;

// Turns

const NOTHING_FOLDED: TurnSum = { problems: 0, hidden: 0 };

/** What a folded turn holds, in a few words. */
function sumChips({ toolCalls }: TurnRecord, { problems, hidden }: TurnSum = NOTHING_FOLDED): Chip[] {
  if (hidden === 0) return [];
  const calls: Chip = { id: "calls", word: count(toolCalls, "call"), tone: "mute" };
  if (problems === 0) return [calls];
  return [calls, { id: "problems", word: count(problems, "problem"), tone: "warn" }];
}

const TURN_STATUS = { done: "completed", failed: "failed", cancelled: "voided" } as const;

export function turnCells(turn: TurnRecord, { timeline, sumOf }: RowContext): Cells {
  const outcome = turn.end?.outcome;
  const status = outcome ? TURN_STATUS[outcome] : timeline.interrupt ? "waiting" : "running";
  const chips = sumChips(turn, sumOf?.(turn));
  if (outcome && outcome !== "done") chips.push({ id: "outcome", word: outcome, tone: "fail" });
  return {
    label: `Turn ${turn.number}`,
    sign: null,
    verdict: null,
    status,
    segments: [{ kind: "span", tone: "mute", from: turn.at, to: turn.end?.at ?? null }],
    deadline: null,
    chips,
    text: excerpt(turn.message, TEXT),
    from: turn.at,
    to: turn.end?.at ?? null,
  };
}

// Decisions

/** Where a decision stands; null while it is queued or with the worker. */
export function decisionOutcome(
  decision: DecisionRecord,
): "taken" | "own answer" | "failed" | "dropped" | null {
  if (decision.completed) return decision.completed.taken ? "taken" : "own answer";
  if (decision.dropped) return "dropped";
  const errored = decision.deliveries.at(-1)?.errored;
  return errored && errored.due_at === undefined ? "failed" : null;
}

export function decisionEnd(decision: DecisionRecord): number | null {
  const failed = decisionOutcome(decision) === "failed" ? decision.deliveries.at(-1)?.errored?.at : undefined;
  return decision.completed?.at ?? decision.dropped?.at ?? failed ?? null;
}

function decisionSign(decision: DecisionRecord): Sign {
  switch (decisionOutcome(decision)) {
    case "taken":
      return { shape: "ring", tone: "mute" };
    case "own answer":
      return { shape: "dot", tone: "accent" };
    case "failed":
      return { shape: "cross", tone: "fail" };
    case "dropped":
      return { shape: "dashed-ring", tone: "mute" };
    default:
      return { shape: "dotted-ring", tone: "accent" };
  }
}

/** What the worker answered, beside what was proposed. */
function decisionText(decision: DecisionRecord, { timeline, now }: RowContext): string {
  const errored = decision.deliveries.at(-1)?.errored;
  const error = onPurpose(errored?.error ?? "", undeliveredBy(decision));
  switch (decisionOutcome(decision)) {
    case "taken":
      return hasProposal(decision)
        ? `proposal taken · ${responseWords(proposedIn(decision))}`
        : "nothing proposed, nothing returned";
    case "own answer":
      return `own answer · ${responseWords(decision.completed?.returned)}`;
    case "failed":
      return errored ? `not delivered · ${error}` : "";
    case "dropped":
      return `dropped · ${decision.dropped?.reason ?? ""}`;
    default: {
      const wait = waitOf(decision, timeline, now) ?? "";
      return errored ? `${error} · ${wait}` : wait;
    }
  }
}

function deliverySegment(decision: DecisionRecord, { dispatched, errored }: Delivery): Segment {
  const to = errored?.at ?? decisionEnd(decision);
  const quiet = to !== null && decision.completed?.taken === true;
  const tone = errored ? "fail" : quiet ? "mute" : "accent";
  return { kind: to === null ? "open" : "run", tone, from: dispatched.at, to };
}

function decisionSegments(decision: DecisionRecord): Segment[] {
  const segments: Segment[] = [];
  let from: number | null = decision.at;
  for (const delivery of decision.deliveries) {
    const began = delivery.dispatched.at;
    if (from !== null && began > from) segments.push({ kind: "wait", tone: "mute", from, to: began });
    const segment = deliverySegment(decision, delivery);
    segments.push(segment);
    from = segment.to;
  }
  const end = decisionEnd(decision);
  if (end === null && from !== null) segments.push({ kind: "wait", tone: "mute", from, to: null });
  return [...segments, ...holdSegments(decision)];
}

export function decisionCells(decision: DecisionRecord, context: RowContext): Cells {
  const end = decisionEnd(decision);
  const outcome = decisionOutcome(decision);
  const chips: Chip[] = [];
  const injected = injectedChip(struckIn(decision), (fact) => noEffect(decision.owner ?? decision, fact));
  if (injected) chips.push(injected);
  if (decision.completed?.by) chips.push({ id: "by", word: "by person", tone: "accent" });
  const failures = decision.deliveries.filter((delivery) => delivery.errored).length;
  if (failures > 0 && outcome !== "failed") {
    chips.push({ id: "delivery", word: `delivery ${failures + 1}`, tone: "warn" });
  }
  if (decision.refusals.length > 0) {
    chips.push({ id: "refused", word: `${decision.refusals.length} refused`, tone: "warn" });
  }
  return {
    label: triggerWords(decision.trigger),
    sign: decisionSign(decision),
    verdict: null,
    status: statusOfDecision(decision, outcome),
    segments: decisionSegments(decision),
    deadline: null,
    chips,
    text: excerpt(decisionText(decision, context), TEXT),
    from: decision.at,
    to: end,
  };
}

/** Where a decision without an outcome stands. */
export function openStand(decision: DecisionRecord): "held" | "queued" | "again" | "out" {
  if (openHold(decision)) return "held";
  const newest = decision.deliveries.at(-1);
  if (!newest) return "queued";
  return newest.errored ? "again" : "out";
}

const OPEN_STATUS = { held: "waiting", queued: "queued", again: "waiting", out: "running" } as const;

function statusOfDecision(decision: DecisionRecord, outcome: ReturnType<typeof decisionOutcome>): RowStatus {
  if (outcome === "taken" || outcome === "own answer") return "completed";
  if (outcome === "failed") return "failed";
  if (outcome === "dropped") return "voided";
  return OPEN_STATUS[openStand(decision)];
}

// Notices

interface NoticeWords {
  label: string;
  text: string;
  sign: Sign;
  status: RowStatus;
}

/** An interrupt that the engine proposed, whoever took the proposal: its reason says all. */
const isProposed = (payload: unknown): boolean =>
  typeof payload === "object" && payload !== null && "type" in payload && payload.type === "llm.failed";

const REFUSED: Sign = { shape: "triangle", tone: "warn" };

/** "another answer of the model; what stands above was reused": from here on the two sessions differ. */
function forkText({ origin, workspace }: FactOf<"session.forked">): string {
  const words = changeWords(workspace ? { ...origin, workspace: true } : origin);
  return origin.seq === 0 ? words : `${words}; what stands above was reused`;
}

export function noticeWords(fact: NoticeFact): NoticeWords {
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
        text: "what was under way is taken up again",
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

export function noticeCells(notice: NoticeRecord): Cells {
  const { label, text, sign, status } = noticeWords(notice.fact);
  const injected = notice.fault && injectedChip([notice.fault], () => null);
  return {
    label,
    sign,
    verdict: null,
    status,
    segments: [{ kind: "mark", tone: sign.tone, from: notice.at, to: notice.at }],
    deadline: null,
    chips: injected ? [injected] : [],
    text: excerpt(onPurpose(text, notice.fault), TEXT),
    from: notice.at,
    to: notice.at,
    note: "",
  };
}
