/** Ten thousand recorded calls are checked again by a schema of forty members before a person has looked up. */
import { expect, test } from "vitest";
import { withDataFolder } from "../server";
import { post } from "./testing/api";
import { startOne } from "./testing/apps";
import { recordWide, turnedBy, WIDE_CALLS, WIDE_LIMIT, wideSchema } from "./testing/wide";

/** The page waits 25 ms after a key and draws what it is told in as much: this much of 300 is left. */
const MAX_MS = 250;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

test("10,000 calls, 40 members", { timeout: 300_000 }, async () => {
  await withDataFolder(async (folder) => {
    const app = await startOne({ CALLSCOPE_DATA: folder });
    try {
      const { workspace } = await recordWide(app.url);
      const ask = async (limit: number, details: boolean) => {
        const from = performance.now();
        const { body } = await post(`${app.url}/api/impact`, {
          workspace_id: workspace,
          tool: "wide",
          direction: "input",
          schema: wideSchema(limit),
          details,
        });
        return { ms: performance.now() - from, body };
      };
      const first = await ask(WIDE_LIMIT, true);
      expect(first.body).toMatchObject({
        texts: WIDE_CALLS,
        flipped: 0,
        before: { valid: 9_000, invalid: 1_000 },
      });
      const times = { counts: [] as number[], details: [] as number[] };
      // Each asks of a schema that was not compiled before.
      for (let limit = 5_000; limit < 5_018; limit++) {
        const details = limit % 2 === 1;
        const { ms, body } = await ask(limit, details);
        times[details ? "details" : "counts"].push(ms);
        expect(body).toMatchObject({ texts: WIDE_CALLS, flipped: turnedBy(limit) });
      }
      const list = (values: number[]) => values.map((ms) => ms.toFixed(0)).join(", ");
      process.stdout.write(
        `impact of 10,000 calls: first ${first.ms.toFixed(0)} ms, then counts ${list(times.counts)} ms, ` +
          `with details ${list(times.details)} ms\n`,
      );
      expect(median(times.counts)).toBeLessThan(MAX_MS);
      expect(median(times.details)).toBeLessThan(MAX_MS);
    } finally {
      await app.stop();
    }
  });
});
