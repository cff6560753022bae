/**
 * The long run of the differential tests: `npm run differential -- --pairs 1000000 --seed 7`. Pairs of a schema and a
 * value in each dialect; without a seed, a new one is chosen and printed.
 */
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { pairs: { type: "string" }, seed: { type: "string" } } });
const pairs = values.pairs ?? "200000";
const seed = values.seed ?? String(Date.now() % 2 ** 31);
console.log(`${pairs} pairs for each dialect, seed ${seed}`);
const vitest = spawn("npx", ["vitest", "run", "lib/schema/verdict/differential-"], {
  stdio: "inherit",
  env: { ...process.env, DIFFERENTIAL_PAIRS: pairs, DIFFERENTIAL_SEED: seed },
});
vitest.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
