/** Ten thousand different schemas, one after another, leave the app about as large as the first hundreds did. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { withDataFolder } from "../server";
import { startOne } from "./testing/apps";

const SCHEMAS = 10_000;
/** After these the caches are full. */
const WARM_UP = 1_000;
const MAX_GROWTH_MB = 150;
const AT_ONCE = 8;

/** A schema of medium size that no other number gives. */
function schemaOf(n: number): object {
  const field = (i: number) => ({ type: "string", minLength: i % 5, enum: [`a${n}`, `b${i}`, "c"] });
  return {
    $id: `https://example.com/tool-${n}`,
    type: "object",
    properties: {
      ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`field_${n}_${i}`, field(i)])),
      place: { $ref: "#/$defs/place" },
      tags: {
        type: "array",
        items: { type: "string", pattern: `^[a-z]{1,${(n % 30) + 1}}$` },
        uniqueItems: true,
      },
      amount: { anyOf: [{ type: "number", minimum: n }, { type: "null" }] },
    },
    required: [`field_${n}_0`, "amount"],
    additionalProperties: false,
    $defs: {
      place: { type: "object", properties: { lat: { type: "number" }, lon: { type: "number" } } },
    },
  };
}

async function check(url: string, n: number): Promise<void> {
  const response = await fetch(`${url}/api/check`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      tool: { name: "t", input: schemaOf(n) },
      arguments: JSON.stringify({ amount: n - 1, tags: ["a", "a"], place: { lat: "x" } }),
    }),
  });
  const answer = (await response.json()) as { input: { status: string } };
  expect(answer.input.status).toBe("invalid");
}

async function checkAll(url: string, from: number, to: number): Promise<void> {
  let next = from;
  const lane = async () => {
    while (next < to) await check(url, next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** Resident memory of a process with all its threads, in MB. */
const residentMb = (pid: number): number =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;

test("10,000 different schemas leave the app no more than 150 MB larger", { timeout: 300_000 }, async () => {
  await withDataFolder(async (folder) => {
    const app = await startOne({ CALLSCOPE_DATA: folder });
    const pid = app.process.pid ?? 0;
    await checkAll(app.url, 0, WARM_UP);
    const before = residentMb(pid);
    const started = performance.now();
    await checkAll(app.url, WARM_UP, WARM_UP + SCHEMAS);
    const seconds = (performance.now() - started) / 1000;
    const after = residentMb(pid);
    console.log(
      `${SCHEMAS} different schemas in ${seconds.toFixed(1)} s: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`,
    );
    await app.stop();
    expect(after - before).toBeLessThan(MAX_GROWTH_MB);
  });
});
