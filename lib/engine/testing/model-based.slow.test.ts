/**
 * Any moves in any order, sensible or not, watched by somebody with paper and pencil (testing/model): each fact is
 * allowed by the contract, each refusal foreseen, and the session comes to rest. `FC_RUNS` and `FC_SEED` make the run
 * longer or another one; a failure prints its seed and path.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { play } from "@/lib/engine/testing/model/driver";
import { drain, expectEnd, expectPrompts } from "@/lib/engine/testing/model/finish";
import { Harness, reached } from "@/lib/engine/testing/model/harness";
import { FACT_TYPES } from "@/lib/engine/testing/model/invariants";
import { type Move, move, world } from "@/lib/engine/testing/model/moves";
import { ShadowModel } from "@/lib/engine/testing/model/shadow-model";

const RUNS = Number(process.env.FC_RUNS ?? 2_000);
const SEED = Number(process.env.FC_SEED ?? 20_260_101);

class Played implements fc.Command<ShadowModel, Harness> {
  readonly #move: Move;

  constructor(move: Move) {
    this.#move = move;
  }

  check(book: Readonly<ShadowModel>): boolean {
    return this.#move.kind !== "odd" || !book.obedient;
  }

  run(_book: ShadowModel, rig: Harness): void {
    play(rig, this.#move);
    expectPrompts(rig);
  }

  toString(): string {
    return JSON.stringify(this.#move);
  }
}

test(
  "property: whatever happens, each fact is allowed, each refusal foreseen, and the session comes to rest",
  () => {
    const moves = fc.commands([move.map((made) => new Played(made))], { maxCommands: 60, size: "max" });
    fc.assert(
      fc.property(world, fc.boolean(), moves, (setup, obedient, made) => {
        const book = new ShadowModel(obedient);
        const rig = new Harness(setup, book);
        fc.modelRun(() => ({ model: book, real: rig }), made);
        drain(rig);
        expectEnd(rig);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  },
  RUNS * 150,
);

/** So that the moves above can not go blind; too few of them may miss something. */
test.skipIf(RUNS < 1_000)(
  "the property above has seen every kind of fact, refusal, cause, verdict and end",
  () => {
    const refusals = ["exists", "not_found", "not_pending", "attempt_mismatch", "forbidden", "interrupted"]
      .concat(
        "not_interrupted",
        "turn_running",
        "cancelled",
        "stale",
        "not_held",
        "not_waiting",
        "invalid_answer",
      )
      .map((reason) => `refusal: ${reason}`);
    const causes = [
      "worker",
      "person",
      "client",
      "attempt timeout",
      "total timeout",
      "output",
      "restart",
    ].map((cause) => `cause: ${cause}`);
    const verdicts = ["valid", "invalid", "malformed", "unchecked", "aborted"].map(
      (status) => `verdict: ${status}`,
    );
    const turns = ["done", "failed", "cancelled"].map((outcome) => `turn: ${outcome}`);
    const stops = ["decision", "tool", "verdict", "output rejected", "retry", "turn end", "step"];
    const holds = stops.flatMap((on) => [`held before: ${on}`, `held after: ${on}`]);
    const releases = ["continue", "proposal", "edited"].map((how) => `let go: ${how}`);
    const forks = ["nothing", "model answer", "outcome", "decision"].map((edit) => `forked: ${edit}`);
    const all = [
      ...FACT_TYPES.filter((type) => type !== "session.created"),
      ...refusals,
      ...causes,
      ...verdicts,
      ...turns,
      ...holds,
      ...releases,
      ...forks,
    ];
    expect(all.filter((what) => !reached.has(what))).toEqual([]);
  },
);
