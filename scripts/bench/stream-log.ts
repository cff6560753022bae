/** Creates a session with a long log in a data folder, as the server would have written it. */
import path from "node:path";
import { openSqlStore } from "@/lib/store/sql-store";
import { checkerHere, createSessions } from "./durable";

export interface LogOptions {
  dataDir: string;
  calls: number;
}

/** Returns the session's id and its number of facts. */
export async function makeLog({ dataDir, calls }: LogOptions): Promise<{ session: string; facts: number }> {
  const store = await openSqlStore({ path: path.join(dataDir, "callscope.db") });
  const sessions = createSessions({ tool: "tiny", turns: calls, calls: 1 }, store, checkerHere);
  const { id, runner } = await sessions.run();
  await store.close();
  return { session: id, facts: runner.state.seq };
}
