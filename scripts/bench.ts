// `npm run bench`: our loop, verdicts and streams as ratios to floors measured in the same run.
// `npm run bench -- loop` runs one part, `--rounds N` takes N readings of each row (default 5).
// `npm run bench -- profile` tells where the loops' time goes.
import { parseArgs } from "node:util";
import { editing } from "./bench/editing";
import { growth } from "./bench/growth";
import { loop } from "./bench/loop";
import { profile } from "./bench/profile";
import { buildReadings } from "./bench/rounds";
import { stream } from "./bench/stream";
import { verdicts } from "./bench/verdicts";

const PARTS = { loop, growth, verdicts, editing, stream };
/** Run only when named. */
const EXTRAS = { profile };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "5" }, warm: { type: "string", default: "20" } },
});

const settings = { rounds: Number(values.rounds), warm: Number(values.warm) };
const names = positionals.length > 0 ? positionals : Object.keys(PARTS);
await buildReadings();
for (const name of names) {
  const part = Object.entries({ ...PARTS, ...EXTRAS }).find(([known]) => known === name)?.[1];
  if (!part) {
    console.error(
      `There is no part ${name}: choose from ${Object.keys({ ...PARTS, ...EXTRAS }).join(", ")}.`,
    );
    process.exitCode = 1;
    break;
  }
  await part(settings);
}
