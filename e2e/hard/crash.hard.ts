/**
 * The server is killed at random moments while sessions of all kinds run. Afterwards the logs must hold everything
 * that it told anybody, and every session must end as planned. `CRASH_SEED` repeats the choices of a run (not its
 * timing), `CRASH_KILLS` makes it longer.
 */
import path from "node:path";
import Database from "libsql";
import { expect, onTestFinished, test } from "vitest";
import { type RunningApp, withDataFolder } from "../server";
import { logOf } from "./testing/api";
import { allSessions, Lane, type Run } from "./testing/crash/lane";
import { drawPlan, type Plan } from "./testing/crash/plan";
import type { SessionRecord } from "./testing/crash/record";
import { faultsOf } from "./testing/crash/verify";
import { workerFaults } from "./testing/crash/verify-worker";
import { type CountingWorker, countingWorker } from "./testing/crash/worker";

const KILLS = Number(process.env.CRASH_KILLS ?? 100);
const SEED = Number(process.env.CRASH_SEED ?? 20_261_130);
/** Servers side by side. */
const LANES = 3;
/** A kill, the start after it and what goes on then take two seconds of a free core; a machine may be much busier. */
const TIMEOUT_MS = 180_000 + KILLS * 8_000;

/** Reads the whole log of each session once more, and checks that the app knows no others. */
async function recheckAll(app: RunningApp, records: SessionRecord[]): Promise<string[]> {
  for (const record of records) if (record.id) record.recheck(await logOf(app.url, record.id));
  const sessions = await allSessions(app.url);
  const faults = sessions
    .filter(({ id }) => !records.some((record) => record.id === id))
    .map(({ id, name }) => `${name}: there is a second session, ${id}`);
  for (const { name, status, running } of sessions)
    if (running || !["idle", "cancelled"].includes(status)) faults.push(`${name} is left ${status}`);
  return faults;
}

function integrityOf(folder: string): string[] {
  const database = new Database(path.join(folder, "callscope.db"));
  try {
    const rows = database.prepare("pragma integrity_check").all() as { integrity_check: string }[];
    return rows.map((row) => row.integrity_check);
  } finally {
    database.close();
  }
}

/** One lane from its first start to the check of its database. Returns its sessions. */
async function runLane(run: Run, lane: Lane, folder: string): Promise<SessionRecord[]> {
  const app = await lane.run();
  const { records } = lane;
  run.faults.push(...(await recheckAll(app, records)), ...records.flatMap(faultsOf));
  expect(await app.stop()).toBe(0);
  expect(integrityOf(folder)).toEqual(["ok"]);
  return records;
}

function figures(run: Run, worker: CountingWorker, records: SessionRecord[]): string {
  const facts = records.reduce((sum, record) => sum + record.facts.length, 0);
  const answers = records.reduce((sum, record) => sum + record.acknowledged.length, 0);
  const of = (type: string) =>
    records.flatMap((one) => one.facts.filter((fact) => fact.type === type)).length;
  const ran = worker.deliveries.filter((one) => one.ran).length;
  const phases = [...run.phases]
    .sort(([, a], [, b]) => b.kills - a.kills)
    .map(([phase, { kills, sessions }]) => `  ${phase}: in ${kills} kills, ${sessions} sessions`);
  return [
    `${run.kills} kills (seed ${run.seed}), ${records.length} sessions, ${facts} facts, ${answers} answered commands,`,
    `${of("session.restarted")} sessions taken up again, ${of("tool.call.requested")} attempts of tools, ` +
      `${worker.deliveries.length} deliveries to the HTTP worker, ${ran} of them ran a tool.`,
    "Under way at the moment of a kill:",
    ...phases,
  ].join("\n");
}

test("nothing that was told is lost, and every session ends as it should", {
  timeout: TIMEOUT_MS,
}, async () => {
  console.log(`CRASH_SEED=${SEED}`);
  const began = performance.now();
  const plans = new Map<string, Plan>();
  const lanes: Lane[] = [];
  const worker = await countingWorker(plans, ({ session }) => {
    for (const lane of lanes) if (lane.knows(session)) lane.happened("delivery");
  });
  onTestFinished(worker.close);
  const draw = () => {
    const plan = drawPlan({ seed: SEED, number: plans.size + 1, url: worker.url });
    plans.set(plan.name, plan);
    return plan;
  };
  const run: Run = { seed: SEED, kills: 0, wanted: KILLS, faults: [], phases: new Map(), draw };
  const records = await Promise.all(
    Array.from({ length: LANES }, (_, number) =>
      withDataFolder((folder) => {
        const lane = new Lane(run, { folder, number });
        lanes.push(lane);
        onTestFinished(() => lane.end());
        return runLane(run, lane, folder);
      }),
    ),
  );
  run.faults.push(...workerFaults(worker.deliveries, records.flat()));
  console.log(figures(run, worker, records.flat()));
  console.log(`Wall time ${Math.round((performance.now() - began) / 1_000)} s.`);
  expect(run.faults.slice(0, 20)).toEqual([]);
  expect(run.kills).toBeGreaterThanOrEqual(KILLS);
  // A run that kills an idle server proves nothing.
  for (const phase of ["tool under way", "model call under way", "backoff"])
    expect(run.phases.get(phase)?.kills ?? 0, phase).toBeGreaterThanOrEqual(Math.max(1, KILLS / 50));
});
