/** Calls as the checker and the engine record them, and what is said of them in words. */
import { within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { Inspector } from "@/components/inspector/inspector";
import { oneCall } from "@/components/testing/calls";
import { given, renderWith, screen } from "@/components/testing/render";
import { workspaceOf } from "@/components/testing/workspace";
import type { Fact, FactBody } from "@/lib/engine/log/facts";
import type { Verdict } from "@/lib/protocol/verdict";
import type { Workspace } from "@/lib/protocol/workspace";
import { checkNow } from "@/lib/schema/verdict/check";
import { completed, fails, runs } from "@/lib/view/testing/log";
import { STORY } from "@/lib/view/testing/story";

const PETS = `{
  "type": "object",
  "properties": {
    "pet": { "oneOf": [{ "$ref": "#/$defs/Cat" }, { "$ref": "#/$defs/Dog" }] },
    "limit": { "type": "integer", "maximum": 100 }
  },
  "required": ["pet"],
  "$defs": {
    "Cat": {
      "type": "object",
      "properties": { "kind": { "const": "cat" }, "lives": { "type": "integer" } },
      "required": ["kind", "lives"]
    },
    "Dog": {
      "type": "object",
      "properties": { "kind": { "const": "dog" } },
      "required": ["kind"]
    }
  }
}`;
const RAW = '{"pet": {"kind": "cat", "lives": "nine"}, "limit": 500}';

/** A call whose arguments were checked as the engine checks them, and whose proposal was taken where they are wrong. */
function checkedCall(inputText: string, raw: string): Fact[] {
  const verdict: Verdict = checkNow({
    key: "t",
    direction: "input",
    text: raw,
    schema: { kind: "text", text: inputText },
    formats: "dialect",
  });
  const error = `invalid tool arguments: ${"error" in verdict ? verdict.error : ""}`;
  const proposed = { actions: [{ type: "tool.error" as const, id: "c1", error }] };
  const read: FactBody = {
    type: "message.new",
    message: { id: "r1", role: "tool", tool_call_id: "c1", content: error },
    parent_id: "m1",
  };
  const tool = { name: "adopt", inputText, input: JSON.parse(inputText) };
  return oneCall(
    { raw, verdict, tool },
    [606, runs("c1", 0, { proposed })],
    [610, completed("x-c1-0"), fails("c1", "adopt", { error })],
    [612, read],
  );
}

async function inspect(facts: Fact[], workspace: Workspace = workspaceOf([{ name: "adopt" }])) {
  const { session } = given(facts);
  const rendered = renderWith(<Inspector sessionId={session} />, {
    workspace,
    session,
    row: "call:c1",
    tab: "call",
  });
  await screen.findByTestId("verdict-card");
  return rendered;
}
const step = (id: string) => screen.getByTestId(`told-${id}`);

describe("the card of a call", () => {
  test("each step says its outcome and leads to where more of it stands", async () => {
    const { user } = await inspect(checkedCall(PETS, RAW));
    expect(step("raw").textContent).toContain("The model sent 55 bytes of arguments.");
    expect(step("parsed").textContent).toContain("They are a JSON object");
    expect(step("checked").textContent).toMatch(
      /They break 2 rules of the input schema, and 1 in other alternatives: lives must be an integer, got the string "nine"\./,
    );
    expect(step("proposed").textContent).toContain("The engine proposed to answer with the error");
    expect(step("taken").textContent).toContain("The worker accepted the proposal unchanged.");
    expect(step("read").textContent).toContain("The model reads that error text.");
    within(step("read")).getByRole("button").focus();
    await user.keyboard("{Enter}");
    expect(screen.getByTestId("tab-result").getAttribute("aria-selected")).toBe("true");
  });

  test("arguments that are not JSON: the place in the text, and no rule", async () => {
    await inspect(checkedCall("{}", '{"city": "Os'));
    expect(step("parsed").textContent).toContain("They are not valid JSON:");
    expect(step("checked").textContent).toContain("Not validated");
    expect(screen.getAllByTestId("finding-place")).toHaveLength(1);
    expect(screen.getByTestId("finding-pair").textContent).toContain("No schema rule applies");
    expect(screen.getByTestId("open-schema").getAttribute("aria-disabled")).toBe("true");
  });
});

test("actions that do not apply say why", async () => {
  const worker = { kind: "script" as const, source: "const decide = ({ proposed }) => proposed" };
  const workspace = workspaceOf([{ name: "book" }], { worker });
  const ran = STORY.map((fact) => (fact.type === "session.created" ? { ...fact, workspace } : fact));
  const { session } = given(ran);
  renderWith(<Inspector sessionId={session} />, { workspace, session, row: "call:c2", tab: "result" });
  const fix = await screen.findByTestId("fix-runner");
  expect(fix.getAttribute("aria-disabled")).toBe("true");
  expect(fix.textContent).toContain("A worker script decides on all calls");
});
