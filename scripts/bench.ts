// `npm run bench`: the cost of our loop, verdicts and streams, as ratios to floors measured in the same run. See
// docs/bench.md.
import { parseArgs } from "node:util";
import { editing } from "./bench/editing";
import { growth } from "./bench/growth";
import { loop } from "./bench/loop";
import { profile } from "./bench/profile";
import { buildReadings } from "./bench/rounds";
import { stream } from "./bench/stream";
import { verdicts } from "./bench/verdicts";

const PARTS = { loop, growth, verdicts, editing, stream };
/** These run only if they are named. */
const EXTRAS = { profile };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "5" }, warm: { type: "string", default: "20" } },
});

/** The option as a whole number of at least `least`; ends the bench with a message if it is not one. */
function whole(name: "rounds" | "warm", least: number): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= least) return value;
  console.error(`--${name} must be a whole number of at least ${least}, not ${values[name]}.`);
  process.exit(1);
}

const settings = { rounds: whole("rounds", 1), warm: whole("warm", 0) };
const names = positionals.length > 0 ? positionals : Object.keys(PARTS);
const known = new Map(Object.entries({ ...PARTS, ...EXTRAS }));
const unknown = names.find((name) => !known.has(name));
if (unknown !== undefined) {
  console.error(`The bench has no part named ${unknown}. Choose from ${[...known.keys()].join(", ")}.`);
  process.exit(1);
}

await buildReadings();
for (const name of names) await known.get(name)?.(settings);
