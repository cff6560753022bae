import { closeDoor } from "@/lib/server/http/host-guard";
import { services } from "./compose";

/**
 * Runs at startup: sessions that were running when the server last stopped continue (D31). A server that cannot open
 * its data reports why and exits.
 */
export async function begin(): Promise<void> {
  closeDoor();
  try {
    const { sessions } = await services();
    const resumed = await sessions.resumeAll();
    if (resumed > 0) console.log(`Callscope resumed ${resumed} sessions that were running when it stopped.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
