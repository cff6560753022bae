/** The official JSON-Schema-Test-Suite in `test-data`, each test through a whole check as in a run. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Dialect } from "@/lib/schema/language/dialect";
import { checkNow } from "@/lib/schema/verdict/check";
import type { Formats, Verdict } from "../../protocol/verdict";

/** A schema of the suite with the values to check against it. */
interface Group {
  description: string;
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}

const SUITE = path.resolve(import.meta.dirname, "../../../test-data/json-schema-test-suite");

for (const folder of ["tests", "remotes"]) {
  if (!existsSync(path.join(SUITE, folder)))
    throw new Error(`The official JSON Schema tests are missing: ${SUITE} has no folder "${folder}".`);
}

/** The address of the suite's remote documents, by its convention. The checker gets them as documents; nothing listens there. */
const HOST = "http://localhost:1234/";

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(SUITE, file), "utf8"));

const documents = new Map(
  filesIn("remotes", { recursive: true }).map((file) => [HOST + file, read(`remotes/${file}`)]),
);

/** The names of the tests' files in a folder, with `/` in them. */
export function testFiles(folder: string, options: { recursive: boolean }): string[] {
  return filesIn(`tests/${folder}`, options);
}

function filesIn(folder: string, { recursive }: { recursive: boolean }): string[] {
  const names = readdirSync(path.join(SUITE, folder), { recursive, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".json")).map((name) => name.replaceAll(path.sep, "/"));
}

export interface SuiteTest {
  /** Folder, file, group and test. */
  name: string;
  status: Verdict["status"];
  passes: boolean;
}

/** Checks every value of a file. */
export function outcomes(
  folder: string,
  file: string,
  as: { dialect: Dialect; formats: Formats },
): SuiteTest[] {
  return groups(folder, file).flatMap(({ description: group, schema, tests }) =>
    tests.map(({ description, data, valid }) => {
      const status = statusOf(schema, data, as);
      const name = `${folder}/${file} > ${group} > ${description}`;
      return { name, status, passes: status === (valid ? "valid" : "invalid") };
    }),
  );
}

export function countTests(folder: string, file: string): number {
  return groups(folder, file).reduce((sum, { tests }) => sum + tests.length, 0);
}

function groups(folder: string, file: string): Group[] {
  return read(`tests/${folder}/${file}`) as Group[];
}

function statusOf(
  schema: unknown,
  data: unknown,
  { dialect, formats }: { dialect: Dialect; formats: Formats },
): Verdict["status"] {
  const text = JSON.stringify(schema);
  const request = {
    key: "k",
    direction: "output",
    text: JSON.stringify(data),
    schema: { kind: "text", text },
    formats,
  } as const;
  // Without documents a schema is compiled once for all its values, as in a run. So only schemas that name the host get documents.
  const given = text.includes(HOST) ? documents : undefined;
  return checkNow(request, { dialect, documents: given }).status;
}
