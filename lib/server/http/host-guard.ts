import { config } from "@/lib/server/process/config";
import type { HttpRefusal } from "./http-refusal";
import { refuseHost } from "./request-guard";

/** Shared by name with scripts/setup/door.mjs, which asks before the framework sees a request. */
const KEY = Symbol.for("callscope.door");

const shared: typeof globalThis & { [KEY]?: (host: string) => HttpRefusal | null } = globalThis;

/** From now on nothing is answered under a Host that is no name of ours, not even what the framework answers by itself. */
export function closeDoor(): void {
  shared[KEY] = (host) => refuseHost(new Headers({ host }), config().hosts);
}
