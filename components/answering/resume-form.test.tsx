import { describe, expect, test, vi } from "vitest";
import { renderWith, screen } from "@/components/testing/render";
import { answer, requests } from "@/components/testing/server";
import { ResumeForm } from "./resume-form";

const COMMANDS = "POST /api/sessions/s1/commands";

function resume() {
  const done = vi.fn();
  const rendered = renderWith(<ResumeForm session="s1" interruptId="i1" onDone={done} />);
  return {
    ...rendered,
    done,
    send: () => rendered.user.click(screen.getByRole("button")),
    payload: screen.getByRole("textbox"),
  };
}

describe("resuming", () => {
  test("without a payload sends none", async () => {
    answer(COMMANDS, { accepted: true });
    const { send, done } = resume();
    await send();
    await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(requests().map(({ body }) => body)).toEqual([{ type: "resume", interrupt_id: "i1" }]);
  });

  test("sends the payload as a value", async () => {
    answer(COMMANDS, { accepted: true });
    const { user, send, payload, done } = resume();
    await user.type(payload, '{{"seats": 2}');
    await send();
    await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(requests()[0]?.body).toEqual({ type: "resume", interrupt_id: "i1", payload: { seats: 2 } });
  });

  test("a payload that is not JSON is not sent", async () => {
    const { user, send, payload } = resume();
    await user.type(payload, "{{seats");
    await send();
    expect(payload.getAttribute("aria-invalid")).toBe("true");
    expect(requests()).toEqual([]);
  });

  test("a refusal is shown and the form stays", async () => {
    answer(COMMANDS, Response.json({ error: "nothing is interrupted" }, { status: 409 }));
    const { send, done } = resume();
    await send();
    expect((await screen.findByRole("alert")).textContent).toContain("nothing is interrupted");
    expect(done).not.toHaveBeenCalled();
  });
});
