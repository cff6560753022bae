import { within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderWith, screen } from "@/components/testing/render";
import { answer, requests } from "@/components/testing/server";
import { draftNow, workspaceOf } from "@/components/testing/workspace";
import { useDraft } from "@/lib/client/workspace/draft";
import type { GeneratedSamples } from "@/lib/wire/generate";
import { GenerateCases } from "./generate-cases";

const GENERATE = "POST /api/cases/generate";
const rule = { keyword: "type", schemaPath: "#/properties/days/type" };
const SAMPLES: GeneratedSamples = {
  samples: [
    {
      kind: "valid",
      title: "all members",
      text: '{"days":1}',
      verdict: { status: "valid", findings: [] },
      messages: [],
      others: 0,
    },
    {
      kind: "near-miss",
      title: "days is a string",
      rule,
      text: '{"days":"a"}',
      verdict: { status: "invalid", findings: [] },
      messages: ["days must be an integer"],
      others: 0,
    },
  ],
  missing: [{ kind: "near-miss", title: "no day", rule, why: "nothing breaks it alone" }],
  left: 0,
};
const TOOL = { name: "book", input: { type: "object" } };

/** The tool as it is in the draft. */
function OfTool() {
  const draft = useDraft((store) => store.draft);
  const tool = draft?.workspace.agent.tools[0];
  return tool && <GenerateCases tool={tool} toolKey={draft.toolKeys[0] ?? ""} />;
}

async function generate(tool: Parameters<typeof workspaceOf>[0] = [TOOL]) {
  const rendered = renderWith(<OfTool />, { workspace: workspaceOf(tool) });
  await rendered.user.click(screen.getByTestId("case-generate"));
  return rendered;
}
const boxes = () => screen.getAllByTestId("sample").map((one) => within(one).getByRole("checkbox"));
const cases = () => draftNow().workspace.agent.tools[0]?.cases?.map(({ text }) => text);

describe("generated cases", () => {
  test("need a schema", async () => {
    await generate([{ name: "book" }]);
    expect(screen.getByTestId("case-generate").getAttribute("aria-disabled")).toBe("true");
    expect(screen.queryByTestId("generate-dialog")).toBeNull();
  });

  test("are listed by kind with what could not be made, and none is picked", async () => {
    answer(GENERATE, SAMPLES);
    await generate();
    expect(await screen.findAllByTestId("sample")).toHaveLength(2);
    expect(screen.getAllByTestId("sample-missing")).toHaveLength(1);
    expect(boxes().map((box) => (box as HTMLInputElement).checked)).toEqual([false, false]);
    expect(screen.getByTestId("generate-keep").getAttribute("aria-disabled")).toBe("true");
    expect(requests()[0]?.body).toMatchObject({ direction: "input" });
  });

  test("that are picked become cases; the others do not", async () => {
    answer(GENERATE, SAMPLES);
    const { user } = await generate();
    await screen.findAllByTestId("sample");
    await user.click(boxes()[1] as HTMLElement);
    await user.click(screen.getByTestId("generate-keep"));
    expect(cases()).toEqual(['{"days":"a"}']);
    expect(screen.queryByTestId("generate-dialog")).toBeNull();
    expect(screen.getByTestId("generate-said").textContent).toContain("1 case");
  });

  test("are picked all of a kind at once", async () => {
    answer(GENERATE, SAMPLES);
    const { user } = await generate();
    await user.click(await screen.findByTestId("pick-all-valid"));
    expect(boxes().map((box) => (box as HTMLInputElement).checked)).toEqual([true, false]);
  });

  test("say why there are none", async () => {
    answer(GENERATE, Response.json({ error: "the schema is broken" }, { status: 400 }));
    await generate();
    expect((await screen.findByRole("alert")).textContent).toContain("the schema is broken");
  });

  test("say that the search was stopped", async () => {
    answer(GENERATE, { ...SAMPLES, stopped: "the time was up" });
    await generate();
    await expect.poll(() => screen.getByTestId("generate-dialog").textContent).toContain("the time was up");
  });
});
