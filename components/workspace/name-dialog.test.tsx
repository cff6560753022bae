import { describe, expect, test, vi } from "vitest";
import { renderWith, screen } from "@/components/testing/render";
import { NameDialog } from "./name-dialog";

function dialog(errorOf?: (name: string) => string | null) {
  const [done, close] = [vi.fn(), vi.fn()];
  const rendered = renderWith(
    <NameDialog title="Rename" value="weather" errorOf={errorOf} onDone={done} onClose={close} />,
  );
  return { ...rendered, done, close, field: screen.getByTestId("name-field") as HTMLInputElement };
}
const submit = () => screen.getByTestId("name-done");

describe("the name dialog", () => {
  test("begins with the name as it is", () => {
    expect(dialog().field.value).toBe("weather");
  });

  test("gives the new name without the blanks around it, and closes", async () => {
    const { user, field, done, close } = dialog();
    await user.clear(field);
    await user.type(field, "  forecast {Enter}");
    expect(done.mock.calls).toEqual([["forecast"]]);
    expect(close).toHaveBeenCalledOnce();
  });

  test("takes no empty name", async () => {
    const { user, field, done } = dialog();
    await user.clear(field);
    await user.click(submit());
    await user.type(field, "{Enter}");
    expect(submit().getAttribute("aria-disabled")).toBe("true");
    expect(done).not.toHaveBeenCalled();
  });

  test("says why a name cannot be taken", async () => {
    const { user, field, done } = dialog((name) => (name === "book" ? "There is a book already" : null));
    await user.clear(field);
    await user.type(field, "book");
    expect(screen.getByRole("dialog").textContent).toContain("There is a book already");
    await user.type(field, "{Enter}");
    expect(done).not.toHaveBeenCalled();
    await user.type(field, "s{Enter}");
    expect(done.mock.calls).toEqual([["books"]]);
  });

  test("closes by its cross and gives nothing", async () => {
    const { user, done, close } = dialog();
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect([done.mock.calls.length, close.mock.calls.length]).toEqual([0, 1]);
  });
});
