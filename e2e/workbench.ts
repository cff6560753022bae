/**
 * The page as a person uses it: what can be seen on it by name, and what can be done on it. Specs use only this
 * object, so a change in the structure of the page needs a change only here.
 */
import type { Page } from "@playwright/test";
import { test as base, expect } from "./fixtures";
import { Row } from "./row";
import { drawnText, markedTexts, squiggledTexts } from "./seen";

type SessionStatus = "running" | "waiting" | "interrupted" | "idle" | "failed" | "cancelled";
type InspectorTab = "call" | "decision" | "attempts" | "result" | "model" | "about" | "raw";
type ToolTab = "input" | "output" | "runs" | "policy";
type EditorName =
  | "Input schema"
  | "Output schema"
  | "Try arguments"
  | "Try a result"
  | "Your answer"
  | "In the fork";

export class Workbench {
  constructor(readonly page: Page) {}

  private id = (id: string) => this.page.getByTestId(id);

  /** The same page in another tab. */
  beside = (page: Page): Workbench => new Workbench(page);

  // Opening

  async open(path = "/"): Promise<void> {
    await this.page.goto(path);
    await expect(this.runButton()).toBeVisible();
  }

  workspaceName = () => this.id("workspace-name");
  saveState = () => this.id("save-state");
  about = (text: string) => this.page.getByText(text, { exact: true });

  /** The unchanged sample; if it is open and not edited, it stays as it is. */
  async openSample(name: string): Promise<void> {
    const open = `${await this.workspaceName().textContent()}, ${await this.saveState().textContent()}`;
    if (open === `${name}, Not stored`) return;
    await this.id("workspace-menu").click();
    await this.id("sample-item").getByText(name, { exact: true }).click();
    await expect(this.workspaceName()).toHaveText(name);
    await expect(this.saveState()).toHaveText("Not stored");
  }

  async openWorkspace(name: string): Promise<void> {
    await this.id("workspace-menu").click();
    await this.id("workspace-item").getByText(name, { exact: true }).click();
    await expect(this.workspaceName()).toHaveText(name);
  }

  async workspaces(): Promise<string[]> {
    await this.id("workspace-menu").click();
    await expect(this.id("workspace-new")).toBeVisible();
    const names = await this.id("workspace-item").locator("span:first-of-type").allTextContents();
    await this.page.keyboard.press("Escape");
    return names;
  }

  async newWorkspace(): Promise<void> {
    await this.id("workspace-menu").click();
    await this.id("workspace-new").click();
  }

  async renameWorkspace(name: string): Promise<void> {
    await this.id("workspace-menu").click();
    await this.id("workspace-rename").click();
    await this.id("name-field").fill(name);
    await this.id("name-done").click();
  }

  async deleteWorkspace(): Promise<void> {
    await this.id("workspace-menu").click();
    await this.id("workspace-delete").click();
    await this.id("confirm-action").click();
  }

  expectSaved = () => expect(this.saveState()).toHaveText("Saved");

  // Running

  runButton = () => this.id("run");
  stopButton = () => this.id("stop");
  message = () => this.id("message");
  sendButton = () => this.id("send");
  sessionStatus = () => this.id("session-status");
  waits = () => this.id("waits");
  uncheckedStrip = () => this.id("unchecked-strip");

  async run(): Promise<void> {
    await this.runButton().click();
    await expect(this.page).toHaveURL(/\/sessions\//);
  }

  expectStatus = (status: SessionStatus, timeout = 15_000) =>
    expect(this.sessionStatus()).toHaveAttribute("data-status", status, { timeout });

  /** Opens a sample and runs it to its end. */
  async play(name: string, end: SessionStatus = "idle"): Promise<void> {
    await this.open();
    await this.openSample(name);
    await this.run();
    await this.expectStatus(end);
  }

  // Breakpoints and forks

  /** Sets or removes a breakpoint by its label in the menu. */
  async setBreakpoint(words: string): Promise<void> {
    await this.id("breakpoints").click();
    await this.id("breakpoint").getByText(words, { exact: true }).click();
    await this.page.keyboard.press("Escape");
    await expect(this.id("breakpoint")).toHaveCount(0);
  }

  holdAction = (what: "continue" | "step" | "proposal" | "edit") => this.id(`hold-${what}`).click();
  answerFault = () => this.id("answer-fault");
  answerDiff = () => this.id("answer-diff");
  returnAnswer = () => this.id("answer-return").click();

  findFixes = () => this.card("fixes").getByTestId("fixes-find").click();
  shrunk = () => this.card("fixes").getByTestId("shrunk");
  fixes = () => this.card("fixes").getByTestId("fix");
  async openFork(offer?: string): Promise<void> {
    await this.id("fork-open").click();
    if (offer) await this.id("fork-offer").getByText(offer, { exact: true }).click();
  }
  forkReuse = () => this.id("fork-reuse");
  makeFork = () => this.id("fork-go").click();
  compareWithOrigin = () => this.id("origin-compare").click();
  comparison = () => this.id("compare");
  firstDifference = () => this.id("compare-pair").filter({ hasText: "First difference" });
  openOrigin = () => this.id("origin-open").click();
  async runAgain(how: string): Promise<void> {
    await this.id("runs-menu").click();
    await this.page.getByRole("menuitem").filter({ hasText: how }).click();
  }

  // The timeline

  timeline = () => this.id("timeline-rows");
  search = () => this.id("search");
  rows = () => this.id("row");
  selectedRow = () => this.page.locator('[data-testid="row"][aria-selected="true"]');
  filter = (name: "all" | "problems" | "retried" | "decisions") => this.id(`filter-${name}`);

  /** The n-th row (from 0) of that label. */
  row = (label: string, n = 0): Row =>
    new Row(
      this.rows()
        .filter({ has: this.page.getByTitle(label, { exact: true }) })
        .nth(n),
    );

  /** The n-th row of a kind: turn, model, call, attempt, decision, notice. */
  rowOf = (kind: string, n = 0): Row => new Row(this.rowsOf(kind).nth(n));

  rowsOf = (kind: string) => this.page.locator(`[data-testid="row"][data-kind="${kind}"]`);
  missingSession = () => this.id("timeline").filter({ hasText: "Session not found" });
  backToWorkbench = () => this.id("timeline").getByRole("button", { name: "Back to workbench" });

  /** Kind and label of each row, as "call get_weather". */
  outline = (): Promise<string[]> =>
    this.rows().evaluateAll((rows) =>
      rows
        .sort((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
        .map((row) => `${row.getAttribute("data-kind")} ${row.querySelector("[title]")?.textContent}`),
    );

  // The inspector

  inspector = () => this.id("inspector");
  verdict = () => this.inspector().getByTestId("verdict");
  step = (id: "raw" | "parsed" | "checked" | "proposed" | "taken" | "read") => this.id(`step-${id}`);
  tab = (id: InspectorTab) => this.inspector().getByTestId(`tab-${id}`);
  findings = () => this.inspector().getByTestId("finding");
  card = (id: string) => this.inspector().getByTestId(id);
  attempt = (n: number) => this.card("attempt").nth(n);
  policyRow = (field: string) => this.inspector().getByTestId(`policy-${field}`).locator("td");
  rungs = () => this.card("ladder").getByTestId("rung");
  planText = () => this.id("plan-text");
  requestMessage = (n: number) => this.card("message").nth(n);

  async inspect(row: Row, tab?: InspectorTab): Promise<void> {
    await row.select();
    await expect(row.root).toHaveAttribute("aria-selected", "true");
    if (tab) await this.show(tab);
  }

  async show(tab: InspectorTab): Promise<void> {
    await this.tab(tab).click();
    await expect(this.tab(tab)).toHaveAttribute("aria-selected", "true");
  }

  /** The texts that a card shows as marked, one for each finding, in the order of the findings. */
  expectMarks = (card: string, texts: (string | RegExp)[]) =>
    expect
      .poll(() => markedTexts(this.card(card)))
      .toEqual(texts.map((text) => (typeof text === "string" ? text : expect.stringMatching(text))));

  /** Shows the position of a finding in the text and in the schema. */
  pressFinding = (n: number) => this.findings().nth(n).getByRole("button").click();
  expectActive = (card: string, text: string) =>
    expect
      .poll(() =>
        this.activeMark(card)
          .allTextContents()
          .then((pieces) => pieces.join("")),
      )
      .toBe(text);
  activeMark = (card: string) => this.card(card).locator('[data-testid="mark"][data-active]');

  /** The text of a code view as far as it is rendered; a long line is rendered in several rows. */
  code = (card: string): Promise<string> => drawnText(this.card(card));

  /** Both sides of the diff at a JSON pointer. */
  diffLine = (path: string) => this.card("diff").locator(`tr[data-path="${path}"]`);

  async copy(card: string): Promise<string> {
    await this.card(card).getByTestId("copy").click();
    await expect(this.card(card).locator('[data-testid="copy"][data-status="copied"]')).toBeVisible();
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  // Answering

  answerForm = () => this.inspector().getByTestId("answer-form");
  answerVerdict = () => this.answerForm().getByTestId("answer-verdict");
  answerSend = () => this.answerForm().getByTestId("answer-send");

  async typeAnswer(kind: "Text" | "JSON" | "Error", text: string): Promise<void> {
    await this.answerForm().getByTestId("answer-kind").getByText(kind, { exact: true }).click();
    await this.answerForm().getByTestId("answer-text").fill(text);
  }

  async resume(): Promise<void> {
    await this.waits().getByTestId("resume").click();
    await this.id("resume-dialog").getByTestId("resume-send").click();
  }

  // Tools

  toolRow = (name: string) => this.id("tool-row").filter({ has: this.page.getByText(name, { exact: true }) });
  toolNames = () => this.id("tool-row").locator("button > span:nth-of-type(1)");
  addTool = () => this.id("tool-add").click();
  confirm = () => this.id("confirm-action").click();

  async toolMenu(name: string, item: "rename" | "duplicate" | "remove"): Promise<void> {
    await this.toolRow(name).getByTestId("tool-menu").click();
    await this.id(`tool-${item}`).click();
  }

  nameFault = () => this.page.getByRole("dialog");

  async proposeName(tool: string, name: string): Promise<void> {
    await this.toolMenu(tool, "rename");
    await this.id("name-field").fill(name);
  }

  async renameTool(from: string, to: string): Promise<void> {
    await this.proposeName(from, to);
    await this.id("name-done").click();
  }

  showTool = async (name: string, tab: ToolTab): Promise<void> => {
    await this.toolRow(name).getByRole("button").first().click();
    await this.page
      .getByRole("region", { name: `Tool ${name}` })
      .getByTestId(`tab-${tab}`)
      .click();
  };

  problems = () => this.id("problem");
  problemBox = () => this.id("problems");
  tryVerdict = () => this.id("try-verdict");
  tryFindings = () => this.id("try-findings");
  policyTab = () => this.id("policy");
  policyField = (field: string) => this.policyTab().getByTestId(`policy-${field}`);
  rules = () => this.id("rule");
  addRule = () => this.id("rule-add").click();

  noRuleNote = () => this.id("no-rule-note");
  removeRule = (n: number) => this.rules().nth(n).getByTestId("rule-remove").click();

  async setRule(n: number, rule: { attempt?: string; kind?: string; result?: string }): Promise<void> {
    const box = this.rules().nth(n);
    if (rule.attempt !== undefined) await box.getByTestId("rule-attempt").fill(rule.attempt);
    if (rule.kind) await box.getByTestId("rule-kind").getByText(rule.kind, { exact: true }).click();
    if (rule.result !== undefined) await box.getByTestId("rule-result").fill(rule.result);
  }

  overridePolicy = (field: string, value: string) =>
    this.policyField(field)
      .getByRole("textbox")
      .or(this.policyField(field).getByRole("spinbutton"))
      .fill(value);

  // Editors

  editor = (name: EditorName) => this.page.getByRole("textbox", { name: new RegExp(`^${name}\\.`) });

  private editorBox = (name: EditorName) =>
    this.page.locator(".monaco-editor").filter({ has: this.editor(name) });

  async focusEditor(name: EditorName): Promise<void> {
    await this.editorBox(name).locator(".view-lines").click();
    await expect(this.editor(name)).toBeFocused();
  }

  /** Replaces the whole text by pasting, since an editor would complete typed text. */
  async write(name: EditorName, text: string): Promise<void> {
    await this.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await this.focusEditor(name);
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.press("ControlOrMeta+v");
  }

  editorText = (name: EditorName) => this.editorBox(name).locator(".view-lines");

  /** The texts with a wavy line under them. */
  expectSquiggles = (name: EditorName, texts: string[]) =>
    expect.poll(() => squiggledTexts(this.editorBox(name))).toEqual(texts);

  suggestions = () => this.page.locator(".suggest-widget.visible .monaco-list-row");

  // Scripted answers

  answers = () => this.id("answer");
  toggleAnswers = () => this.id("answers-toggle").click();
  removeAnswer = (n: number) => this.answers().nth(n).getByTestId("answer-remove").click();
  addAnswer = () => this.id("answer-add").click();

  async addReadyCall(answer: number, kind: string): Promise<void> {
    await this.answers().nth(answer).getByTestId("call-add").click();
    await this.id(`call-add-${kind}`).first().click();
  }

  rawArguments = (answer: number) =>
    this.answers()
      .nth(answer)
      .getByLabel(/^Raw arguments/);

  // The page as a whole

  sheet = () => this.id("shortcut-sheet");
  disconnected = () => this.id("disconnected");
  reconnecting = () => this.id("reconnecting");
  tryNow = () => this.disconnected().getByRole("button", { name: "Try now" });
  keepMine = () => this.id("conflict-copy").click();
  conflict = () => this.id("conflict");
  column = (name: "tools" | "run" | "inspector") => this.id(`column-${name}`);

  /** Opens a menu, a panel or a dialog by its button. */
  async unfold(
    button: "model-chip" | "worker-chip" | "agent-settings" | "theme" | "workspace-menu",
  ): Promise<void> {
    await this.id(button).first().click();
    await expect(this.page.locator("[data-overlay]")).toBeVisible();
  }

  expectFolded = () => expect(this.page.locator("[data-overlay]")).toHaveCount(0);

  /** Waits until no animation or transition runs. */
  expectStill = () =>
    expect
      .poll(() =>
        this.page.evaluate(
          () =>
            document
              .getAnimations()
              .filter(
                ({ playState, effect }) =>
                  playState === "running" && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY,
              ).length,
        ),
      )
      .toBe(0);

  async theme(choice: "System" | "Light" | "Dark"): Promise<void> {
    await this.id("theme").click();
    await this.page.getByRole("menuitemradio", { name: choice }).click();
  }

  background = () => this.page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  /** How much wider the page is than the window, in pixels. */
  overflow = () =>
    this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

export const test = base.extend<{ bench: Workbench }>({
  bench: async ({ page }, use) => use(new Workbench(page)),
});

export { expect };
