/** One reading in a process of its own: runs what its argument names and writes the result as one line of JSON. */
import { readEdits } from "./edit-reading";
import { readGrowth } from "./growth-reading";
import { readLoop } from "./loop-reading";
import { serveFloor } from "./stream-floor";
import { makeLog } from "./stream-log";
import { readReplays, readSettles } from "./stream-reading";
import { readVerdicts } from "./verdict-reading";

const READERS = {
  loop: readLoop,
  growth: readGrowth,
  verdicts: readVerdicts,
  editing: readEdits,
  settles: readSettles,
  replays: readReplays,
  "stream floor": serveFloor,
  "stream log": makeLog,
};

type Part = keyof typeof READERS;

const [part, options] = process.argv.slice(2);
const reader = READERS[part as Part];
const reading = await reader(JSON.parse(options ?? "{}"));
console.log(JSON.stringify(reading));
