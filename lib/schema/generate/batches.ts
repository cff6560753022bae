/** Makes samples in slices, so that a limit costs one sample and not all of them. */
import type { Generated, Sample, SampleHead, Samples, Slice } from "@/lib/schema/port";

/** Samples that a limit may stop before the work ends: each one costs a thread. */
const MAX_LOST = 5;

/** Returns the samples of a slice, or the reason why a limit stopped it. */
type Ask = (slice: Slice) => Promise<Generated | string>;

export async function inBatches(ask: Ask, signal: AbortSignal): Promise<Samples> {
  const outline = await ask({ from: 0, count: 0 });
  if (typeof outline === "string") return { samples: [], left: 0, stopped: outline };
  const { heads, left, unusable } = outline;
  if (unusable !== undefined) return { samples: [], left, stopped: `the schema cannot be used: ${unusable}` };
  const samples: Sample[] = [];
  let lost = 0;
  while (samples.length < heads.length) {
    if (signal.aborted || lost >= MAX_LOST) {
      const why = signal.aborted ? "it took too long" : "too many of them hit a limit";
      return {
        samples,
        left,
        stopped: `Callscope stopped after ${samples.length} of ${heads.length}: ${why}`,
      };
    }
    lost += await goOn({ ask, heads, samples });
  }
  return { samples, left };
}

interface By {
  ask: Ask;
  heads: readonly SampleHead[];
  samples: Sample[];
}

/** Adds the samples of a slice; returns how many of them a limit stopped. */
async function goOn(by: By): Promise<number> {
  const answer = await by.ask({ from: by.samples.length });
  if (typeof answer === "string" || answer.samples.length === 0) return findLost(by);
  by.samples.push(...answer.samples);
  return 0;
}

/** Continues one by one until it meets the sample that a limit stops; returns how many were stopped. */
async function findLost({ ask, heads, samples }: By): Promise<number> {
  for (let head = heads[samples.length]; head; head = heads[samples.length]) {
    const answer = await ask({ from: samples.length, count: 1 });
    const found = typeof answer === "string" ? undefined : answer.samples[0];
    samples.push(
      found ?? { ...head, why: `Stopped by a limit: ${typeof answer === "string" ? answer : "no answer"}.` },
    );
    if (!found) return 1;
  }
  return 0;
}
