import { within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderWith, screen } from "@/components/testing/render";
import { draftNow, workspaceOf } from "@/components/testing/workspace";
import { useScreen } from "@/lib/client/screen/screen";
import type { FaultRule } from "@/lib/protocol/fault";
import { FaultsDialog } from "./faults-dialog";

const SLOW: FaultRule = {
  at: "tool",
  name: "book",
  when: { kind: "every" },
  what: { kind: "slow", ms: 900 },
};
const ERROR: FaultRule = {
  at: "tool",
  name: "book",
  when: { kind: "every" },
  what: { kind: "error", message: "sold out", retryable: false },
};

const dialog = (on: boolean, ...rules: FaultRule[]) =>
  renderWith(<FaultsDialog />, { workspace: workspaceOf([{ name: "book" }], { faults: { on, rules } }) });

const faults = () => draftNow().workspace.faults;
const rules = () => screen.queryAllByTestId("fault-rule");

describe("the injected faults", () => {
  test("are switched on and off together, and the rules stay", async () => {
    const { user } = dialog(false, SLOW);
    expect(screen.getByRole("switch").getAttribute("aria-checked")).toBe("false");
    await user.click(screen.getByRole("switch"));
    expect(faults()).toEqual({ on: true, rules: [SLOW] });
    await user.click(screen.getByRole("switch"));
    expect(faults()).toEqual({ on: false, rules: [SLOW] });
  });

  test("are listed in their order, an error with its message", () => {
    dialog(true, ERROR, SLOW);
    expect(rules()).toHaveLength(2);
    expect(rules()[0]?.textContent).toContain("sold out");
    expect(rules()[1]?.textContent).not.toContain("sold out");
  });

  test("that never apply say so, those that do say nothing", () => {
    dialog(true, ERROR, { ...SLOW, name: "gone" });
    const [first, second] = rules();
    expect(within(first as HTMLElement).queryByTestId("fault-idle")).toBeNull();
    expect(within(second as HTMLElement).getByTestId("fault-idle").textContent).toContain("gone");
  });

  test("are removed one by one", async () => {
    const { user } = dialog(true, ERROR, SLOW);
    await user.click(screen.getAllByTestId("fault-remove")[0] as HTMLElement);
    expect(faults()?.rules).toEqual([SLOW]);
  });
});

describe("a rule that is written", () => {
  test("is kept only by its button", async () => {
    const { user } = dialog(false);
    await user.click(screen.getByTestId("fault-add"));
    expect(faults()?.rules).toEqual([]);
    await user.click(screen.getByTestId("fault-done"));
    expect(faults()?.rules).toHaveLength(1);
    expect(faults()?.rules[0]).toMatchObject({ at: "tool", name: "book" });
    expect(screen.queryByTestId("fault-form")).toBeNull();
  });

  test("is dropped by Cancel", async () => {
    const { user } = dialog(true, SLOW);
    await user.click(screen.getByTestId("fault-edit"));
    const form = within(screen.getByTestId("fault-form"));
    await user.clear(form.getByTestId("fault-ms"));
    await user.type(form.getByTestId("fault-ms"), "5");
    await user.click(form.getByRole("button", { name: "Cancel" }));
    expect(faults()?.rules).toEqual([SLOW]);
  });

  test("replaces the one that was opened, with its own settings", async () => {
    const { user } = dialog(true, ERROR, SLOW);
    await user.click(screen.getAllByTestId("fault-edit")[1] as HTMLElement);
    const form = within(screen.getByTestId("fault-form"));
    await user.clear(form.getByTestId("fault-ms"));
    await user.type(form.getByTestId("fault-ms"), "55");
    await user.tab();
    await user.click(form.getByTestId("fault-done"));
    expect(faults()?.rules).toEqual([ERROR, { ...SLOW, what: { kind: "slow", ms: 55 } }]);
  });

  test("keeps the others from being changed meanwhile", async () => {
    const { user } = dialog(true, ERROR, SLOW);
    await user.click(screen.getAllByTestId("fault-edit")[0] as HTMLElement);
    const [remove] = screen.getAllByTestId("fault-remove");
    expect(remove?.getAttribute("aria-disabled")).toBe("true");
    await user.click(remove as HTMLElement);
    expect(faults()?.rules).toHaveLength(2);
  });

  test("opens by itself for the tool that the dialog was opened from", () => {
    useScreen.setState({ faultsOf: "book" });
    dialog(false);
    expect(screen.getByTestId("fault-form")).toBeTruthy();
  });
});
