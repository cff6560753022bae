import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./project.mjs";

const FILE = path.join(root, "node_modules", ".cache", "callscope", "passed.json");

/** @typedef {{ digest: string, at: string, counts: import("./counts.mjs").Counts }} Passed */

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

/**
 * Which steps passed on this machine, with the digest of what they read. With CI set, nothing is remembered.
 *
 * @param {Record<string, string | undefined>} env
 */
export function passedSteps(env, file = FILE) {
  const fresh = Boolean(env.CI);
  return {
    /**
     * The earlier run of a step with the same inputs; null when it has to run.
     *
     * @returns {Passed | null}
     */
    find(step, digest) {
      const last = fresh ? undefined : read(file)[step];
      return last?.digest === digest ? last : null;
    },
    /** @param {Passed} passed */
    add(step, passed) {
      if (fresh) return;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ ...read(file), [step]: passed }, null, 2));
    },
  };
}
