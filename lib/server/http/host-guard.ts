import { config } from "@/lib/server/process/config";
import type { HttpRefusal } from "./http-refusal";
import { refuseHost } from "./request-guard";

/** scripts/setup/door.mjs reads this by name and applies it before the framework sees a request. */
const KEY = Symbol.for("callscope.door");

const shared: typeof globalThis & { [KEY]?: (host: string) => HttpRefusal | null } = globalThis;

/** From now on every request for an unknown Host header is refused, including those that the framework answers itself. */
export function closeDoor(): void {
  shared[KEY] = (host) => refuseHost(new Headers({ host }), config().hosts);
}
