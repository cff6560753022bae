import { closeDoor } from "@/lib/server/http/host-guard";
import { services } from "./compose";

/**
 * What a server does first: sessions that were under way when it last stopped go on (D31). A server that cannot open
 * its data says why and ends: it could do nothing right.
 */
export async function begin(): Promise<void> {
  closeDoor();
  try {
    const { sessions } = await services();
    const resumed = await sessions.resumeAll();
    if (resumed > 0) console.log(`Callscope goes on with ${resumed} sessions that were under way.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
