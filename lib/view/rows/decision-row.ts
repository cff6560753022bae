/** The row of a decision. */
import { excerpt } from "@/lib/view/text/format";
import { responseLabel, type Sign, triggerLabel } from "@/lib/view/text/labels";
import {
  decisionEnd,
  decisionOutcome,
  hasProposal,
  openStage,
  proposedIn,
} from "@/lib/view/timeline/decisions";
import {
  injectedInDecision,
  injectedPrefix,
  noEffectText,
  undeliveredBy,
} from "@/lib/view/timeline/injected-faults";
import { injectedChip } from "@/lib/view/timeline/injected-text";
import type { DecisionRecord, Delivery } from "@/lib/view/timeline/records";
import { waitOf } from "@/lib/view/timeline/waits";
import {
  type Chip,
  type RowContent,
  type RowContext,
  type RowStatus,
  type Segment,
  TEXT_LENGTH,
} from "./row-content";
import { holdSegments } from "./segments";

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
  const error = injectedPrefix(errored?.error ?? "", undeliveredBy(decision));
  switch (decisionOutcome(decision)) {
    case "taken":
      return hasProposal(decision)
        ? `proposal taken · ${responseLabel(proposedIn(decision))}`
        : "nothing proposed, nothing returned";
    case "own answer":
      return `own answer · ${responseLabel(decision.completed?.returned)}`;
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

export function decisionContent(decision: DecisionRecord, context: RowContext): RowContent {
  const end = decisionEnd(decision);
  const outcome = decisionOutcome(decision);
  const chips: Chip[] = [];
  const injected = injectedChip(injectedInDecision(decision), (fact) =>
    noEffectText(decision.owner ?? decision, fact),
  );
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
    label: triggerLabel(decision.trigger),
    sign: decisionSign(decision),
    verdict: null,
    status: statusOfDecision(decision, outcome),
    segments: decisionSegments(decision),
    deadline: null,
    chips,
    text: excerpt(decisionText(decision, context), TEXT_LENGTH),
    from: decision.at,
    to: end,
  };
}

const OPEN_STATUS = { held: "waiting", queued: "queued", again: "waiting", out: "running" } as const;

function statusOfDecision(decision: DecisionRecord, outcome: ReturnType<typeof decisionOutcome>): RowStatus {
  if (outcome === "taken" || outcome === "own answer") return "completed";
  if (outcome === "failed") return "failed";
  if (outcome === "dropped") return "voided";
  return OPEN_STATUS[openStage(decision)];
}
