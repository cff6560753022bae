/** The row of a turn. */
import { count, excerpt } from "@/lib/view/text/format";
import type { TurnRecord } from "@/lib/view/timeline/records";
import { type Chip, type RowContent, type RowContext, TEXT_LENGTH, type TurnSum } from "./row-content";

const NOTHING_FOLDED: TurnSum = { problems: 0, hidden: 0 };

/** What a folded turn holds, in a few words. */
function sumChips({ toolCalls }: TurnRecord, { problems, hidden }: TurnSum = NOTHING_FOLDED): Chip[] {
  if (hidden === 0) return [];
  const calls: Chip = { id: "calls", word: count(toolCalls, "call"), tone: "mute" };
  if (problems === 0) return [calls];
  return [calls, { id: "problems", word: count(problems, "problem"), tone: "warn" }];
}

const TURN_STATUS = { done: "completed", failed: "failed", cancelled: "voided" } as const;

export function turnContent(turn: TurnRecord, { timeline, sumOf }: RowContext): RowContent {
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
    text: excerpt(turn.message, TEXT_LENGTH),
    from: turn.at,
    to: turn.end?.at ?? null,
  };
}
