/** A session of many turns. Each turn starts when the event stream reports that the one before has ended. */
import type { Workspace } from "../../../lib/protocol/workspace";
import type { RunningApp } from "../../server";
import { send, start } from "./sessions";
import { watch } from "./watcher";

interface Ran {
  id: string;
  /** The number of the last fact. */
  seq: number;
}

/** Runs all turns, one message each; resolves when the last one has ended. */
export async function runTurns(app: RunningApp, workspace: Workspace, turns: number): Promise<Ran> {
  const id = await start(app, workspace);
  let ended = 0;
  const failed: unknown[] = [];
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const watcher = await watch(app, id, {
    onFrame: (frame) => {
      if (!frame.includes('"type":"turn.completed"')) return;
      ended += 1;
      if (ended === turns) finish();
      else
        send(app, id, "go on").catch((error: unknown) => {
          failed.push(error);
          finish();
        });
    },
  });
  await finished;
  watcher.leave();
  if (failed.length > 0) throw failed[0];
  if (watcher.faults.length > 0) throw new Error(`The stream of ${id}: ${watcher.faults.join(", ")}`);
  return { id, seq: watcher.seq };
}
