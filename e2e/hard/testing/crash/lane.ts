/** One data folder and the app on it, killed again and again while sessions run. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fact } from "@/lib/engine/log/facts";
import type { SessionSummary } from "../../../../lib/wire/sessions";
import { launch, type RunningApp, startApp } from "../../../server";
import { get, logOf, post } from "../api";
import { Random } from "../random";
import { isOver, nextCommand, standingOf } from "./next";
import { phasesOf } from "./phase";
import type { Plan } from "./plan";
import { SessionRecord } from "./record";
import { readStream } from "./watch";

/** The state that the lanes share. */
export interface Run {
  seed: number;
  kills: number;
  wanted: number;
  faults: string[];
  /** For each phase: the number of kills during which some session was in it, and the number of these sessions. */
  phases: Map<string, { kills: number; sessions: number }>;
  draw: () => Plan;
}

/** The number of sessions in progress at once, in each lane. */
const ACTIVE = 6;
/** More failures than this would show nothing new. */
const ENOUGH_FAULTS = 20;
const LAST_MS = 120_000;
/** How long a kill waits for progress of the sessions, in milliseconds. */
const PROGRESS_MS = 10_000;

/** What a kill waits for, besides a time: the next fact of a type, delivery, command or response. */
const MOMENTS = [
  "attempt.started",
  "attempt.failed",
  "decision.dispatched",
  "decision.completed",
  "llm.call.completed",
  "tool.call.completed",
  "turn.completed",
  "delivery",
  "command",
  "answer",
] as const;

export class Lane {
  readonly records: SessionRecord[] = [];
  readonly #run: Run;
  readonly #folder: string;
  readonly #random: Random;
  #app: RunningApp | null = null;
  #process: ChildProcess | null = null;
  /** The number of facts that came on event streams. */
  #told = 0;
  #killedAt: number | null = null;
  #waiting: ((app: RunningApp) => void)[] = [];
  #drivers = new Set<Promise<void>>();
  #armed: { moment: string; fire: () => void } | null = null;

  constructor(run: Run, { folder, number }: { folder: string; number: number }) {
    this.#run = run;
    this.#folder = folder;
    this.#random = new Random(run.seed, 1_000_000 + number);
  }

  /** Something happened that a kill may be waiting for. */
  happened(moment: string): void {
    if (this.#armed?.moment === moment) this.#armed.fire();
  }

  knows(session: string): boolean {
    return this.records.some((record) => record.id === session);
  }

  /** Ends the processes that it started, if they still run. */
  end(): void {
    this.#process?.kill("SIGKILL");
  }

  get #giveUp(): boolean {
    return this.#run.faults.length >= ENOUGH_FAULTS;
  }

  /** Kills the app often enough, then lets all sessions end. Returns the app, which still runs. */
  async run(): Promise<RunningApp> {
    while (this.#run.kills < this.#run.wanted && !this.#giveUp) await this.#cycle();
    const app = await this.#up();
    const late = sleep(LAST_MS, "late", { ref: false });
    if ((await Promise.race([Promise.all(this.#drivers), late])) === "late")
      for (const record of this.records)
        if (!isOver(standingOf(record), record.plan))
          record.fault(`has not ended two minutes after the last kill: ${lastWords(record)}`);
    for (const record of this.records) record.left.abort();
    return app;
  }

  async #cycle(): Promise<void> {
    if (this.#random.chance(0.12)) {
      await this.#killStart();
      return;
    }
    const app = await this.#up();
    this.#fill();
    await this.#moment();
    await this.#kill(app);
  }

  async #killStart(): Promise<void> {
    const starting = launch(this.#environment());
    this.#process = starting.process;
    await sleep(this.#random.int(200, 1_500));
    this.#run.kills += 1;
    this.#count("the server was starting", 1);
    starting.process.kill("SIGKILL");
    await starting.exited;
  }

  #environment = () => ({ CALLSCOPE_DATA: this.#folder, HOST: "127.0.0.1", PORT: "0" });

  /** Starts the app, and continues the sessions once their logs are found complete. */
  async #up(): Promise<RunningApp> {
    const app = await startApp(this.#environment());
    this.#process = app.process;
    const open = this.records.filter(({ id, left }) => id !== null && !left.signal.aborted);
    const logs = await Promise.all(open.map((record) => logOf(app.url, record.id ?? "")));
    for (const [index, record] of open.entries()) record.recheck(logs[index] ?? []);
    this.#countPhases(logs);
    this.#app = app;
    for (const wake of this.#waiting.splice(0)) wake(app);
    return app;
  }

  /**
   * Waits until the sessions have made some progress, measured by their facts and not by time, so that it works on
   * busy and idle machines. Then sometimes waits for the exact moment of an event.
   */
  async #moment(): Promise<void> {
    const enough = this.#told + this.#random.int(1, 80);
    const end = Date.now() + PROGRESS_MS;
    while (this.#told < enough && Date.now() < end) await sleep(this.#random.int(1, 10));
    if (this.#random.chance(0.3)) return;
    const moment = this.#random.pick(MOMENTS);
    const late = sleep(1_000, undefined, { ref: false });
    await Promise.race([new Promise<void>((fire) => (this.#armed = { moment, fire })), late]);
    this.#armed = null;
    if (this.#random.chance(0.5)) await sleep(this.#random.int(0, 5));
  }

  async #kill(app: RunningApp): Promise<void> {
    this.#app = null;
    this.#killedAt = Date.now();
    const exited = app.process.exitCode === null ? once(app.process, "exit") : null;
    app.process.kill("SIGKILL");
    if (exited) await exited;
    else this.#run.faults.push(`The app had ended by itself:\n${app.output()}`);
    this.#run.kills += 1;
    if (/stopped:|failed on|not taken up/.test(app.output()))
      this.#run.faults.push(`The app said:\n${app.output()}`);
  }

  /** The state of the logs when the app was last killed; they also hold what came after it. */
  #countPhases(logs: Fact[][]): void {
    const killedAt = this.#killedAt;
    if (killedAt === null) return;
    this.#killedAt = null;
    const phases = logs.flatMap((log) => [...phasesOf(log.filter((fact) => fact.at <= killedAt))]);
    for (const phase of new Set(phases)) this.#count(phase, phases.filter((one) => one === phase).length);
  }

  #count(phase: string, sessions: number): void {
    const known = this.#run.phases.get(phase) ?? { kills: 0, sessions: 0 };
    this.#run.phases.set(phase, { kills: known.kills + 1, sessions: known.sessions + sessions });
  }

  /** Starts sessions until as many run as should. */
  #fill(): void {
    while (this.#drivers.size < ACTIVE && this.#run.kills < this.#run.wanted) {
      const record = new SessionRecord(this.#run.draw(), (words) => this.#run.faults.push(words));
      this.records.push(record);
      const driver = this.#drive(record).finally(() => {
        this.#drivers.delete(driver);
        if (this.#app) this.#fill();
      });
      this.#drivers.add(driver);
    }
  }

  #running(): Promise<RunningApp> {
    if (this.#app) return Promise.resolve(this.#app);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Runs a session from its start to its end, whatever happens to the app meanwhile. */
  async #drive(record: SessionRecord): Promise<void> {
    while (!this.#giveUp) {
      const app = await this.#running();
      try {
        if (record.id === null) await this.#create(app, record);
        else if (await this.#step(app, record)) return record.left.abort();
      } catch (error) {
        if (this.#app !== app) continue; // killed meanwhile
        record.fault(`the app broke off: ${String(error)}`);
        await sleep(100);
      }
    }
  }

  async #create(app: RunningApp, record: SessionRecord): Promise<void> {
    const { plan } = record;
    const found = record.asked ? await findSession(app.url, plan.name) : null;
    const text = plan.turns[0]?.text ?? "";
    record.asked = true;
    if (found === null) {
      const asked = post(`${app.url}/api/sessions`, { workspace: plan.workspace, message: text });
      this.happened("command");
      const { status, body } = await asked;
      if (status !== 201) record.fault(`its start was answered ${status}: ${JSON.stringify(body)}`);
      record.acknowledged.push({ command: { type: "message", text }, status: 202, seq: 0 });
      record.id = String(body.id);
      this.happened("answer");
    } else record.id = found;
    void this.#follow(record);
  }

  async #follow(record: SessionRecord): Promise<void> {
    const { signal } = record.left;
    while (!signal.aborted && !this.#giveUp) {
      const app = await this.#running();
      const from = { after: record.facts.length, signal };
      const end = await readStream(`${app.url}/api/sessions/${record.id}/events`, from, (fact) => {
        record.accept(fact);
        this.#told += 1;
        this.happened(fact.type);
      });
      if (this.#app === app && !signal.aborted) record.fault(`its event stream was ${end} while the app ran`);
    }
  }

  /** Sends one command, if one is due now. Returns true once the session has ended. */
  async #step(app: RunningApp, record: SessionRecord): Promise<boolean> {
    const standing = standingOf(record);
    if (isOver(standing, record.plan)) return true;
    const command = nextCommand(record, standing, this.#random);
    if (!command) {
      await record.changed(250);
      return false;
    }
    const asked = post(`${app.url}/api/sessions/${record.id}/commands`, command);
    this.happened("command");
    const { status, body } = await asked;
    record.acknowledged.push({ command, status, seq: Number(body.seq ?? 0) });
    this.happened("answer");
    if (status === 202) await record.reached(Number(body.seq), () => this.#app === app);
    else if (status === 409) await record.changed(100);
    else record.fault(`${command.type} was answered ${status}: ${JSON.stringify(body)}`);
    return false;
  }
}

/** The last facts of a log, in short form. */
const lastWords = ({ facts }: SessionRecord): string =>
  facts
    .slice(-12)
    .map((fact) => JSON.stringify(fact).slice(0, 160))
    .join("\n");

/** The id of the session with this workspace name; null if there is none. */
async function findSession(base: string, name: string): Promise<string | null> {
  return (await allSessions(base)).find((session) => session.name === name)?.id ?? null;
}

export async function allSessions(base: string): Promise<SessionSummary[]> {
  const sessions: SessionSummary[] = [];
  for (let before: string | null = ""; before !== null; ) {
    const query: string = before === "" ? "" : `&before=${encodeURIComponent(before)}`;
    const page: { items: SessionSummary[]; next: string | null } = await get(
      `${base}/api/sessions?limit=100${query}`,
    );
    sessions.push(...page.items);
    before = page.next;
  }
  return sessions;
}
