/**
 * The upgrades of stored facts. A store keeps with each fact the version it was written in; a fact without one has
 * version 1.
 */
import { type Upgrade, versions } from "./versions";

const asItIs: Upgrade = (fact) => fact;

/**
 * The first turns version 1 into version 2, and so on. A released one is never changed.
 *
 * 2: decisions are held, sessions forked, waits skipped; messages and arguments may point at where they stand already.
 * All that was stored before is read as it was.
 */
const UPGRADES: readonly Upgrade[] = [asItIs];

export const { newest: FACTS_VERSION, stamp, upcast } = versions(UPGRADES);
