import { within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { oneCall } from "@/components/testing/calls";
import { renderWith, screen } from "@/components/testing/render";
import { answer, storeSession } from "@/components/testing/server";
import { useScreen } from "@/lib/client/screen/screen";
import type { Fact } from "@/lib/engine/log/facts";
import { compareSessions } from "@/lib/view/forks/compare";
import { fails, returns, runs } from "@/lib/view/testing/log";
import { timelineOf } from "@/lib/view/testing/timeline";
import { CompareDialog } from "./compare-dialog";

const SOUND = { raw: '{"city": "Oslo"}' };
const SUN = oneCall(SOUND, [606, runs("c1")], [700, returns("c1", "forecast", "sun")]);
const RAIN = oneCall(SOUND, [606, runs("c1")], [700, returns("c1", "forecast", "rain")]);
const FAILED = oneCall({ raw: "{}" }, [606, runs("c1")], [700, fails("c1", "forecast", { error: "503" })]);

async function compare(a: Fact[], b: Fact[]) {
  answer("GET /api/sessions", { items: [], next: null });
  const [left, right] = [storeSession(a), storeSession(b)];
  useScreen.setState({ compare: { left, right } });
  const rendered = renderWith(<CompareDialog left={left} right={right} workspace={null} />);
  await screen.findByTestId("compare-summary");
  return { ...rendered, left, right };
}

describe("two runs side by side", () => {
  test.each([
    ["the same", SUN, SUN],
    ["of another result", SUN, RAIN],
    ["of other arguments and another end", SUN, FAILED],
  ])("%s: each row says in what it differs", async (_, a, b) => {
    await compare(a, b);
    const { pairs } = compareSessions(timelineOf(a), timelineOf(b));
    expect(screen.getAllByTestId("compare-pair").map(({ dataset }) => dataset.differs)).toEqual(
      pairs.map(({ differs }) => differs.join(" ")),
    );
  });

  test("that differ show both results", async () => {
    await compare(SUN, RAIN);
    const [row] = screen
      .getAllByTestId("compare-pair")
      .filter(({ dataset }) => dataset.differs === "outcome");
    const [, left, right] = within(row as HTMLElement).getAllByRole("cell");
    expect(left?.textContent).toContain("sun");
    expect(right?.textContent).toContain("rain");
  });

  test("lead to the row in its run", async () => {
    const { user, right } = await compare(SUN, RAIN);
    const [row] = screen
      .getAllByTestId("compare-pair")
      .filter(({ dataset }) => dataset.differs === "outcome");
    await user.click(within(row as HTMLElement).getAllByRole("button")[1] as HTMLElement);
    expect(window.location.pathname).toBe(`/sessions/${right}`);
    expect(useScreen.getState().compare).toBeNull();
  });

  test("one of which cannot be read say why", async () => {
    answer("GET /api/sessions", { items: [], next: null });
    answer("GET /api/sessions/gone/events", Response.json({ error: "it is gone" }, { status: 404 }));
    renderWith(<CompareDialog left={storeSession(SUN)} right="gone" workspace={null} />);
    await expect.poll(() => screen.getByTestId("compare").textContent).toContain("it is gone");
    expect(screen.queryByTestId("compare-summary")).toBeNull();
  });
});
