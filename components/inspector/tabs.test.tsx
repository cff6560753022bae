import { within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { oneCall } from "@/components/testing/calls";
import { codeIn, given, renderWith, screen } from "@/components/testing/render";
import type { Fact, FactBody } from "@/lib/engine/log/facts";
import {
  answers,
  asks,
  call,
  completed,
  created,
  fails,
  log,
  policy,
  requestsAgain,
  returns,
  runs,
  said,
  turn,
} from "@/lib/view/testing/log";
import { STORY } from "@/lib/view/testing/story";
import { Inspector } from "./inspector";

async function inspect(facts: Fact[], row: string, tab: string) {
  const { session } = given(facts);
  const rendered = renderWith(<Inspector sessionId={session} />, { session, row, tab });
  await screen.findByTestId(`panel-${tab}`);
  return rendered;
}

const SOUND = { raw: '{"city": "Oslo"}' };
const RETRIED = {
  ...SOUND,
  asked: { policy: policy({ max_attempts: 3, backoff_base_secs: 2, backoff_max_secs: 60 }) },
};
const voided: FactBody = { type: "call.voided", kind: "tool_call", id: "c1", reason: "the turn failed" };

describe("the tab of attempts", () => {
  const outcomes = () =>
    screen
      .getAllByTestId("attempt")
      .map((card) => card.querySelector<HTMLElement>("[data-status]")?.dataset.status);

  test.each<[string, Fact[], string[]]>([
    ["queued", oneCall(SOUND), ["queued"]],
    ["running", oneCall(SOUND, [606, runs("c1")]), ["running"]],
    ["completed", oneCall(SOUND, [606, runs("c1")], [700, returns("c1", "forecast", "sun")]), ["completed"]],
    [
      "failed",
      oneCall(SOUND, [606, runs("c1")], [700, fails("c1", "forecast", { error: "503" })]),
      ["failed"],
    ],
    ["voided", oneCall(SOUND, [606, runs("c1")], [700, voided]), ["voided"]],
    [
      "made again",
      oneCall(
        RETRIED,
        [606, runs("c1")],
        [700, fails("c1", "forecast", { error: "503", retryable: true, due: 2_700 })],
        [2_700, requestsAgain("c1", "forecast", 1), runs("c1", 1)],
      ),
      ["failed", "running"],
    ],
  ])("shows an attempt that is %s", async (_, facts, states) => {
    await inspect(facts, "call:c1", "attempts");
    expect(outcomes()).toEqual(states);
  });

  test("shows a result that broke its schema as rejected", async () => {
    await inspect(STORY, "call:c2", "attempts");
    expect(outcomes()).toEqual(["failed", "rejected"]);
  });

  test("shows the error, and whether another attempt may follow", async () => {
    const facts = oneCall(
      SOUND,
      [606, runs("c1")],
      [700, fails("c1", "forecast", { error: "no such city" })],
    );
    await inspect(facts, "call:c1", "attempts");
    expect(screen.getByTestId("attempt").textContent).toContain("no such city");
  });

  test("shows the policy with the layer that set each field", async () => {
    await inspect(oneCall(RETRIED), "call:c1", "attempts");
    const line = (field: string) =>
      [...screen.getByTestId(`policy-${field}`).querySelectorAll("td")].map((cell) => cell.textContent);
    expect(line("max_attempts")).toEqual(["3", "tool"]);
    expect(line("total_timeout_secs")[1]).toBe("engine default");
  });
});

describe("the ladder", () => {
  test("of one attempt that is allowed is not shown", async () => {
    await inspect(
      oneCall(SOUND, [606, runs("c1")], [700, returns("c1", "forecast", "sun")]),
      "call:c1",
      "attempts",
    );
    expect(screen.queryByTestId("ladder")).toBeNull();
  });

  test.each<[string, Fact[], number]>([
    ["nothing has failed yet", oneCall(RETRIED, [606, runs("c1")]), 3],
    ["the first worked", oneCall(RETRIED, [606, runs("c1")], [700, returns("c1", "forecast", "sun")]), 3],
    [
      "one failed and the next waits",
      oneCall(
        RETRIED,
        [606, runs("c1")],
        [700, fails("c1", "forecast", { error: "503", retryable: true, due: 2_700 })],
      ),
      3,
    ],
  ])("has a rung for each attempt of the policy where %s", async (_, facts, rungs) => {
    await inspect(facts, "call:c1", "attempts");
    expect(within(screen.getByTestId("ladder")).getAllByRole("listitem")).toHaveLength(rungs);
  });

  test("says what comes next while a wait runs, and nothing once the call is over", async () => {
    const failed = fails("c1", "forecast", { error: "503", retryable: true, due: 2_700 });
    const first = await inspect(oneCall(RETRIED, [606, runs("c1")], [700, failed]), "call:c1", "attempts");
    expect(screen.getByTestId("ladder-next").textContent).not.toBe("");
    first.unmount();
    await inspect(
      oneCall(RETRIED, [606, runs("c1")], [700, returns("c1", "forecast", "sun")]),
      "call:c1",
      "attempts",
    );
    expect(screen.queryByTestId("ladder-next")).toBeNull();
  });
});

describe("the tab of the decision", () => {
  const proposal = { actions: [{ type: "tool.error" as const, id: "c1", error: "bad arguments" }] };
  const own = { actions: [{ type: "tool.result" as const, id: "c1", result: "sun" }] };
  const outcome = () => screen.getByTestId("decision-outcome").dataset.status;

  test.each<[string, Fact[], string]>([
    [
      "taken as proposed",
      oneCall(SOUND, [606, runs("c1", 0, { proposed: proposal })], [700, completed("x-c1-0")]),
      "taken",
    ],
    [
      "answered otherwise",
      oneCall(SOUND, [606, runs("c1", 0, { proposed: proposal })], [700, completed("x-c1-0", own)]),
      "own answer",
    ],
    [
      "answered without a proposal",
      oneCall(SOUND, [606, runs("c1")], [700, returns("c1", "forecast", "sun")]),
      "own answer",
    ],
    [
      "dropped",
      oneCall(
        SOUND,
        [606, runs("c1")],
        [700, { type: "decision.dropped", decision_id: "x-c1-0", reason: "its attempt is over" }],
      ),
      "dropped",
    ],
    [
      "not delivered",
      oneCall(
        SOUND,
        [606, runs("c1")],
        [
          700,
          {
            type: "decision.errored",
            decision_id: "x-c1-0",
            attempts: 1,
            error: "no route",
            retryable: false,
          },
        ],
      ),
      "failed",
    ],
    ["with the worker", oneCall(SOUND, [606, runs("c1")]), "open"],
    ["queued", oneCall(SOUND), "open"],
  ])("shows one that is %s", async (_, facts, status) => {
    await inspect(facts, "call:c1", "decision");
    expect(outcome()).toBe(status);
  });

  test("shows the proposal beside an answer that differs, line by line", async () => {
    const facts = oneCall(
      SOUND,
      [606, runs("c1", 0, { proposed: proposal })],
      [700, completed("x-c1-0", own)],
    );
    await inspect(facts, "call:c1", "decision");
    const returned = screen.getByTestId("returned").textContent ?? "";
    expect(returned).toContain("bad arguments");
    expect(returned).toContain("sun");
  });

  test("shows what the script wrote, with its level", async () => {
    await inspect(STORY, "call:c1", "decision");
    const line = within(screen.getByTestId("console")).getByRole("listitem");
    expect([line.dataset.level, line.textContent]).toEqual(["warn", expect.stringContaining("bad days")]);
  });

  test("shows why a delivery failed", async () => {
    const failed: FactBody = {
      type: "decision.errored",
      decision_id: "x-c1-0",
      attempts: 1,
      error: "no route to host",
      retryable: true,
      status: 502,
      due_at: 2_000,
    };
    await inspect(oneCall(SOUND, [606, runs("c1")], [700, failed]), "call:c1", "decision");
    const deliveries = screen.getByTestId("deliveries").textContent ?? "";
    expect(deliveries).toContain("no route to host");
    expect(deliveries).toContain("502");
  });

  test("shows what the engine refused", async () => {
    const refused: FactBody = {
      type: "action.refused",
      action: "tool.result",
      reason: "no such call",
      decision_id: "x-c1-0",
    };
    await inspect(
      oneCall(SOUND, [606, runs("c1")], [700, completed("x-c1-0", own), refused]),
      "call:c1",
      "decision",
    );
    expect(screen.getByTestId("refusals").textContent).toContain("no such call");
  });

  test("shows the trigger as it was sent", async () => {
    await inspect(oneCall(SOUND, [606, runs("c1")]), "call:c1", "decision");
    expect(JSON.parse(codeIn(screen.getByTestId("trigger")))).toMatchObject({
      type: "tool.execute",
      id: "c1",
    });
  });
});

describe("the tab of the result", () => {
  test("shows the result and the same text as what the model read", async () => {
    const message: FactBody = {
      type: "message.new",
      message: { id: "r1", role: "tool", tool_call_id: "c1", content: "sun" },
    };
    const facts = oneCall(SOUND, [606, runs("c1")], [700, returns("c1", "forecast", "sun")], [701, message]);
    await inspect(facts, "call:c1", "result");
    expect(codeIn(screen.getByTestId("result-text"))).toBe("sun");
    expect(codeIn(screen.getByTestId("model-read"))).toBe("sun");
    expect(screen.queryByTestId("output-rejected")).toBeNull();
  });

  test("shows an error in its place", async () => {
    await inspect(
      oneCall(SOUND, [606, runs("c1")], [700, fails("c1", "forecast", { error: "no such city" })]),
      "call:c1",
      "result",
    );
    expect(codeIn(screen.getByTestId("call-error"))).toBe("no such city");
    expect(screen.queryByTestId("result")).toBeNull();
  });

  test("shows a result that was rejected with the finding and its rule", async () => {
    await inspect(STORY, "call:c2", "result");
    expect(screen.getByTestId("output-rejected")).toBeTruthy();
    expect(codeIn(screen.getByTestId("result-text"))).toContain('"four"');
    expect(screen.getAllByTestId("finding")).toHaveLength(1);
    expect(screen.queryByTestId("call-error")).toBeNull();
  });

  test("of an open call shows neither a result nor an error", async () => {
    await inspect(oneCall(SOUND, [606, runs("c1")]), "call:c1", "result");
    for (const part of ["result", "call-error", "returned-value", "output-rejected"])
      expect(screen.queryByTestId(part)).toBeNull();
    expect(codeIn(screen.getByTestId("model-read"))).toBe("");
  });
});

describe("the tab of the model", () => {
  test("shows the reply's text and calls", async () => {
    const facts = log(
      [0, created(), turn("t1", "Hi")],
      [4, asks("m1")],
      [600, answers("m1", "Let me see.", call("c1", "book", '{"n":1}'))],
    );
    await inspect(facts, "model:m1", "model");
    const reply = screen.getByTestId("answer");
    expect(reply.textContent).toContain("Let me see.");
    const asked = within(reply).getByTestId("answer-call");
    expect(asked.textContent).toContain("book");
    expect(codeIn(asked)).toBe('{"n":1}');
  });

  test("shows no calls while there is no reply", async () => {
    await inspect(log([0, created(), turn("t1", "Hi")], [4, asks("m1")]), "model:m1", "model");
    expect(screen.queryByTestId("answer-call")).toBeNull();
  });

  test("shows the messages and the tools of the request", async () => {
    await inspect(STORY, "model:m1", "model");
    expect(screen.getAllByTestId("message").map((one) => one.dataset.role)).toEqual(["system", "user"]);
    expect(screen.getByTestId("tools-offered").querySelectorAll("details")).toHaveLength(3);
  });

  test("keeps earlier messages back until they are asked for", async () => {
    const ids = Array.from({ length: 9 }, (_, i) => `u${i}`);
    const messages = ids.map(
      (id, i): FactBody =>
        ({ ...said(id, `word ${i}`), ...(i > 0 && { parent_id: `u${i - 1}` }) }) as FactBody,
    );
    const facts = log(
      [0, created(), turn("t1", "Hi"), ...messages],
      [4, asks("m1", 0, { prompt: [{ path: { to: "u8" } }] })],
    );
    const { user } = await inspect(facts, "model:m1", "model");
    expect(screen.getAllByTestId("message")).toHaveLength(6);
    await user.click(within(screen.getByTestId("request")).getByRole("button", { name: /3/ }));
    expect(screen.getAllByTestId("message")).toHaveLength(9);
  });

  test("of a call that the worker made has no model", async () => {
    await inspect(oneCall({ ...SOUND, asked: { llm: null } }), "call:c1", "model");
    expect(screen.queryByTestId("answer")).toBeNull();
    expect(screen.queryByTestId("request")).toBeNull();
  });
});

describe("the tab about a turn", () => {
  test.each<[string, FactBody[], string]>([
    ["is open", [], ""],
    ["is done", [{ type: "turn.completed", turn_id: "t1", outcome: "done" }], "done"],
    [
      "failed",
      [{ type: "turn.completed", turn_id: "t1", outcome: "failed", error: "out of money" }],
      "out of money",
    ],
    ["was cancelled", [{ type: "turn.completed", turn_id: "t1", outcome: "cancelled" }], "cancelled"],
  ])("says how it ended where it %s", async (_, ends, word) => {
    await inspect(log([0, created(), turn("t1", "Rain?")], [4, asks("m1")], [900, ends]), "turn:t1", "about");
    expect(codeIn(screen.getByTestId("turn-message"))).toBe("Rain?");
    expect(screen.getByTestId("turn-outcome").textContent).toContain(word);
  });

  test("shows the value it gave back", async () => {
    const ends: FactBody = { type: "turn.completed", turn_id: "t1", outcome: "done", data: { seats: 2 } };
    await inspect(log([0, created(), turn("t1", "Rain?")], [900, ends]), "turn:t1", "about");
    expect(JSON.parse(codeIn(screen.getByTestId("turn-data")))).toEqual({ seats: 2 });
  });
});

describe("the tab about a notice", () => {
  test("shows what was refused, as it was sent", async () => {
    const late: FactBody = {
      type: "settle.refused",
      tool_call_id: "c1",
      action: "tool.result",
      reason: "too late",
      by: "worker",
      text: '"sun"',
    };
    const facts = oneCall(SOUND, [606, runs("c1")], [700, late]);
    const seq = facts.at(-1)?.seq;
    await inspect(facts, `fact:${seq}`, "about");
    expect(codeIn(screen.getByTestId("refused-text"))).toBe('"sun"');
  });

  test("of an interrupt shows its payload, and the form that resumes the session", async () => {
    const facts = oneCall(
      SOUND,
      [606, runs("c1")],
      [
        700,
        {
          type: "session.interrupted",
          interrupt_id: "i1",
          reason: "budget",
          payload: { left: 0 },
          by: "worker",
        },
      ],
    );
    await inspect(facts, `fact:${facts.at(-1)?.seq}`, "about");
    expect(screen.getByTestId("notice").textContent).toContain("budget");
    expect(JSON.parse(codeIn(screen.getByTestId("payload")))).toEqual({ left: 0 });
    expect(screen.getByTestId("resume-form")).toBeTruthy();
  });
});

describe("the raw tab", () => {
  test.each(["call:c1", "model:m1", "turn:t1"])("shows the facts of %s as they are stored", async (row) => {
    await inspect(STORY, row, "raw");
    const facts = JSON.parse(codeIn(screen.getByTestId("raw"))) as Fact[];
    expect(facts.length).toBeGreaterThan(0);
    for (const fact of facts) expect(STORY).toContainEqual(fact);
  });
});
