import { describe, expect, it } from "vitest";
import { created, log, START, turn } from "./testing/log";
import { STORY, told } from "./testing/story";
import { waitLines } from "./waits";

const lines = (facts = STORY, now = 0) => {
  const { state, timeline } = told(facts);
  return waitLines(state, timeline, START + now).map(({ action, text }) => `${action ?? "-"}: ${text}`);
};
const upTo = (ms: number) => STORY.filter((fact) => fact.at <= START + ms);

describe("what a session waits for", () => {
  it("names those first that somebody can act on, and how the siblings stand", () => {
    expect(lines(upTo(1_105), 1_605)).toEqual([
      "answer: a person: ask_user is open, 1 of 3 siblings settled",
      "skip: the wait before attempt 2 of 2 of book, ends in 1.5 s",
    ]);
  });

  it("is the model while it is asked, and a message in the end", () => {
    expect(lines(upTo(4))).toEqual(["-: the model"]);
    expect(lines(log([0, created()]))).toEqual(["-: a message"]);
  });

  it("is a resume while the session is interrupted", () => {
    const stop = { type: "session.interrupted", interrupt_id: "i1", reason: "budget", by: "worker" } as const;
    expect(lines(log([0, created(), turn("t1")], [5, stop]))).toEqual(["resume: a resume: budget"]);
  });
});
