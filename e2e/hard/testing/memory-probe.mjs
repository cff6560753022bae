/** Loaded into the app by NODE_OPTIONS: on SIGUSR2 it collects garbage and prints the remaining bytes. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  process.on("SIGUSR2", () => {
    collect();
    setImmediate(() => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      process.stdout.write(`\nmemory-probe ${heapUsed + external}\n`);
    });
  });
}
