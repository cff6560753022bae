import { Profiler, type ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderWith, screen } from "@/components/testing/render";
import { answer, requests } from "@/components/testing/server";
import { blankWorkspace } from "@/lib/client/workspace/edits";
import { Workbench } from "./workbench";

/** How often each part of the page was rendered. */
const renders = new Map<string, number>();

function Counted({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Profiler id={id} onRender={() => renders.set(id, (renders.get(id) ?? 0) + 1)}>
      {children}
    </Profiler>
  );
}

vi.mock("@/components/layout/columns", () => ({
  Columns: ({ left, middle, right }: Record<"left" | "middle" | "right", ReactNode>) => (
    <>
      <Counted id="left">{left}</Counted>
      <Counted id="middle">{middle}</Counted>
      <Counted id="right">{right}</Counted>
    </>
  ),
}));

vi.mock("@/components/run/top-bar", async (original) => {
  const { TopBar } = await original<typeof import("@/components/run/top-bar")>();
  return {
    TopBar: (props: Parameters<typeof TopBar>[0]) => (
      <Counted id="top bar">
        <TopBar {...props} />
      </Counted>
    ),
  };
});

const VALID = { status: "ok", notes: [] };

beforeEach(() => {
  answer("GET /api/settings", { anthropic_key: false, worker_secret: false });
  answer("GET /api/workspaces", { items: [], next: null });
  answer("GET /api/sessions", { items: [], next: null });
  answer("GET /samples/index.json", { items: [] });
  answer("POST /api/check", { declaration: { input: VALID, output: VALID, name: VALID } });
});

const checks = () => requests().filter(({ path }) => path === "/api/check");

test("typing in a schema renders the column of the editor alone, and its pause asks one check", async () => {
  const { user } = renderWith(<Workbench />, { workspace: blankWorkspace("One") });
  const editor = await screen.findByRole("textbox", { name: "Input schema" });
  await vi.waitFor(() => expect(screen.getByTestId("tool-row").dataset.status).toBe("ok"));
  const asked = checks().length;
  renders.clear();
  await user.type(editor, "   ");
  expect(renders.get("left")).toBeGreaterThanOrEqual(3);
  expect([...renders.keys()]).toEqual(["left"]);
  await vi.waitFor(() => expect(checks().length).toBe(asked + 1));
});
