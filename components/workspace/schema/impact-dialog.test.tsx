import { within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { renderWith, screen } from "@/components/testing/render";
import { answer, requests } from "@/components/testing/server";
import { useScreen } from "@/lib/client/screen/screen";
import { impactWords } from "@/lib/client/workspace/impact";
import type { Flip, Impact, ImpactBody } from "@/lib/wire/impact";
import { ImpactDialog } from "./impact-dialog";

const COUNTS: Impact = {
  texts: 9,
  all: 9,
  counted: true,
  before: { valid: 9 },
  now: { valid: 6, invalid: 3 },
  flipped: 3,
  turns: { invalid: 3 },
};
const FLIP: Flip = {
  session: "s9",
  call: "c7",
  at: 1,
  text: '{"days":9}',
  was: "valid",
  now: "invalid",
  finding: {
    keyword: "maximum",
    instancePath: "/days",
    schemaPath: "#/properties/days/maximum",
    message: "days must be at most 7",
  } as Flip["finding"],
  calls: 3,
  others: [{ session: "s8", call: "c4", at: 2 }],
};
const CHANGE = {
  schemaPath: "#/properties/days/maximum",
  member: "days",
  effect: "stricter",
  text: "maximum 9 → 7",
} as const;
const BODY: ImpactBody = { tool: "book", direction: "input", schema: '{"maximum":7}', workspace_id: "w1" };

function dialog(details: Partial<NonNullable<Impact["details"]>> | null, setAt: number | null = null) {
  const full = { baseline: '{"maximum":9}', changes: [CHANGE], flips: [FLIP], ...details };
  answer(
    "POST /api/impact",
    details === null ? Response.json({ error: "too slow" }, { status: 400 }) : { ...COUNTS, details: full },
  );
  const close = vi.fn();
  const rendered = renderWith(
    <ImpactDialog
      counts={COUNTS}
      body={BODY}
      runs="1"
      baselineKey="t1/input"
      setAt={setAt}
      onClose={close}
    />,
    { session: "s1" },
  );
  return { ...rendered, close };
}

describe("the impact of an edited schema", () => {
  test("has its counts before its details, which are asked for once", async () => {
    dialog({});
    expect(screen.getByTestId("impact-words").textContent).toContain(impactWords(COUNTS, "input"));
    expect(screen.queryByTestId("change")).toBeNull();
    await screen.findByTestId("change");
    expect(requests().map(({ body }) => body)).toEqual([BODY]);
  });

  test("names each rule that changed and the calls that prove it", async () => {
    dialog({});
    const change = await screen.findByTestId("change");
    expect(change.textContent).toContain("maximum 9 → 7");
    expect(within(change).getByRole("button").textContent).toBe("c7");
  });

  test("shows each text whose verdict changes with the finding", async () => {
    dialog({});
    const flip = (await screen.findByTestId("flip")).textContent ?? "";
    for (const part of [FLIP.text, "days must be at most 7"]) expect(flip).toContain(part);
  });

  test("opens a call at its arguments and closes", async () => {
    const { user, close } = dialog({});
    await user.click(await screen.findByTestId("flip-open"));
    expect(close).toHaveBeenCalledOnce();
    await expect
      .poll(() => window.location.pathname + window.location.search)
      .toBe("/sessions/s9?row=call%3Ac7&tab=call");
  });

  test("shows the other calls of a text on demand", async () => {
    const { user } = dialog({});
    await user.click(await screen.findByTestId("flip-others"));
    expect(screen.getAllByTestId("flip-other").map(({ textContent }) => textContent?.slice(0, 2))).toEqual([
      "c4",
    ]);
    await user.click(screen.getByTestId("flip-others"));
    expect(screen.queryByTestId("flip-other")).toBeNull();
  });

  test("without a changed rule lists none", async () => {
    dialog({ changes: [], flips: [] });
    await expect.poll(() => screen.getByTestId("impact-baseline").getAttribute("aria-disabled")).toBeNull();
    expect([screen.queryByTestId("change"), screen.queryByTestId("flip")]).toEqual([null, null]);
  });

  test("makes the schema the one to compare with", async () => {
    const { user } = dialog({});
    await screen.findByTestId("change");
    await user.click(screen.getByTestId("impact-baseline"));
    expect(useScreen.getState().baselines["t1/input"]?.schema).toBe(BODY.schema);
  });

  test("compared with itself cannot be made the one to compare with", async () => {
    dialog({ baseline: BODY.schema, changes: [], flips: [] });
    await expect.poll(() => screen.getByTestId("impact-baseline").getAttribute("aria-disabled")).toBe("true");
  });

  test("says why the details could not be read, and keeps the counts", async () => {
    dialog(null);
    expect((await screen.findByRole("alert")).textContent).toContain("too slow");
    expect(screen.getByTestId("impact-words").textContent).toContain(impactWords(COUNTS, "input"));
  });
});
