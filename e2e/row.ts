import { expect, type Locator } from "@playwright/test";

/** One row of the timeline. */
export class Row {
  constructor(readonly root: Locator) {}

  verdict = () => this.root.getByTestId("row-verdict");
  text = () => this.root.getByTestId("row-text");
  chip = (id: "attempt" | "proposal" | "output" | "by" | "late" | "cut" | "outcome" | "injected") =>
    this.root.getByTestId(`chip-${id}`);
  segments = (kind: "run" | "wait" | "ask" | "open") => this.root.locator(`[data-segment="${kind}"]`);
  toggle = () => this.root.getByTestId("toggle").click();
  select = () => this.root.getByRole("gridcell").first().click();
  expectStatus = (status: string) => expect(this.root).toHaveAttribute("data-status", status);
}
