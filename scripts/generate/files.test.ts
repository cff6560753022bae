import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Workspace } from "../../lib/protocol/workspace";
import { generatedFiles } from "./files";
import { typeText } from "./type-text";

const SAMPLES = readdirSync("public/samples").filter((file) => file !== "index.json");
const sample = (file: string): Workspace => JSON.parse(readFileSync(`public/samples/${file}`, "utf8"));

describe("the generated files", () => {
  test.each(generatedFiles())("$file is up to date (npm run generate)", ({ file, text }) => {
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});

describe("the workspace's JSON Schema", () => {
  const schema = JSON.parse(readFileSync("public/workspace.schema.json", "utf8"));
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

  test.each(SAMPLES)("takes the sample %s", (file) => {
    validate(sample(file));
    expect(validate.errors).toBeNull();
  });

  test("refuses a member that is not known, as the server does", () => {
    expect(validate({ ...sample("weather.json"), extra: 1 })).toBe(false);
  });
});

describe("the API's document", () => {
  const document = JSON.parse(readFileSync("public/openapi.json", "utf8"));

  test("leads each reference to a schema of its own", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, to]) => to);
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(new Set(references).size).toBeGreaterThan(10);
    expect(references.filter((to) => !known.includes(to ?? ""))).toEqual([]);
  });

  test("has the routes that the app serves, no more and no fewer", () => {
    const served = readdirSync("app/api", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("route.ts") && !file.includes("[..."))
      .flatMap((file) => {
        const address = `/api/${path.posix.dirname(file.replaceAll(path.sep, "/"))}`.replace(
          /\[(\w+)\]/g,
          "{$1}",
        );
        const source = readFileSync(path.join("app/api", file), "utf8");
        const methods = [...source.matchAll(/^export (?:const|async function|function) ([A-Z]+)\b/gm)];
        return methods.map(([, method]) => `${method} ${address}`);
      });
    const described = Object.entries<object>(document.paths).flatMap(([address, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`),
    );
    expect(described.sort()).toEqual(served.sort());
  });
});

describe("a schema as TypeScript", () => {
  test.each([
    ["string", z.string()],
    ["number | null", z.number().int().nullable()],
    ["(string | boolean)[]", z.array(z.union([z.string(), z.boolean()]))],
    ['("a" | "b")[]', z.enum(["a", "b"]).array()],
    ["1", z.literal(1)],
    ["any", z.unknown()],
    ["{}", z.object({})],
    ['{\n  a: any;\n  "b-c"?: string;\n}', z.object({ a: z.unknown(), "b-c": z.string().optional() })],
    ["{\n  a: string;\n  [member: string]: any;\n}", z.looseObject({ a: z.string() })],
    [
      "{\n  a: {\n    /** why */\n    b: string;\n  };\n}",
      z.object({ a: z.object({ b: z.string().describe("why") }) }),
    ],
  ])("is %j", (text, schema) => {
    expect(typeText(z.toJSONSchema(schema, { io: "input" }))).toBe(text);
  });

  test("says so when it meets what it cannot write", () => {
    expect(() => typeText({ type: "array", prefixItems: [{}], items: [{}] as never })).toThrow("Tuples");
  });
});

describe("the types for scripts", () => {
  /** What the compiler says of a script, as the editor would: plain JavaScript with the types beside it. */
  function compile(source: string): string {
    const folder = mkdtempSync(path.join(tmpdir(), "callscope-types-"));
    try {
      writeFileSync(path.join(folder, "protocol.d.ts"), readFileSync("public/protocol.d.ts"));
      writeFileSync(path.join(folder, "script.js"), source);
      const compiler = path.resolve("node_modules/typescript/bin/tsc");
      const options = ["--noEmit", "--allowJs", "--checkJs", "--strict", "--noImplicitAny", "false"];
      const target = ["--target", "es2022", "--lib", "es2022", "--types", ""];
      const files = ["protocol.d.ts", "script.js"];
      return spawnSync(process.execPath, [compiler, ...options, ...target, ...files], {
        cwd: folder,
        encoding: "utf8",
      }).stdout;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  test("fit the worker script of the samples", () => {
    const { worker } = sample("worker.json");
    expect(worker.kind === "script" && compile(worker.source)).toBe("");
  });

  test("know the contract's triggers, actions and console, and find a typo", () => {
    const good = `/** @type {Decide} */
function decide({ trigger, proposed, state, agent, calls, messages }) {
  console.log(state?.count, agent?.tools?.length, calls.length, messages[0]?.id);
  if (trigger.type !== "tool.execute") return proposed;
  if (trigger.input.status !== "valid") return { actions: [{ type: "tool.error", error: trigger.input.error }] };
  return { actions: [{ type: "tool.result", result: trigger.input.value.city }], state: { count: 1 } };
}
/** @type {Run} */
const run = async ({ city }, { attempt }) => city + attempt.toFixed();`;
    expect(compile(good)).toBe("");
    expect(compile(good.replace('"tool.result"', '"tool.results"'))).toContain("tool.results");
    expect(compile(good.replace("trigger.input.error", "trigger.input.reason"))).toContain("'reason'");
  });
});
