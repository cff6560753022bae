/** The required tests of the official JSON-Schema-Test-Suite, each through a whole check as in a run. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Verdict } from "../protocol/verdict";
import { checkNow } from "./check";
import type { Dialect } from "./dialect";

/** A schema of the suite with the values to check against it. */
interface Group {
  description: string;
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}

const SUITE = path.resolve(import.meta.dirname, "../../../shared/json-schema-test-suite");
const IS_HERE = existsSync(path.join(SUITE, "tests"));
const ABSENT = IS_HERE ? "" : ": the official suite is not beside the project";

/** Each dialect's folder, and the number of its required tests at the suite's commit 44401e0c: none may get lost. */
const FOLDERS: readonly [Dialect, folder: string, count: number][] = [
  ["draft-04", "draft4", 618],
  ["draft-06", "draft6", 839],
  ["draft-07", "draft7", 927],
  ["2019-09", "draft2019-09", 1259],
  ["2020-12", "draft2020-12", 1299],
];

const OWN_META_SCHEMA =
  "its $schema is none of the five dialects, so the schema is refused and nothing judged (D10)";

/** Tests that do not come out as the suite has it, by folder, file, group and test, with the reason. */
const FAILING = new Map<string, string>(
  ["draft2019-09", "draft2020-12"].flatMap((folder) => {
    const noValidation = `${folder}/vocabulary.json > schema that uses custom metaschema with with no validation vocabulary`;
    const optional = `${folder}/vocabulary.json > ignore unrecognized optional vocabulary`;
    return [
      [`${noValidation} > applicator vocabulary still works`, OWN_META_SCHEMA],
      [`${noValidation} > no validation: valid number`, OWN_META_SCHEMA],
      [`${noValidation} > no validation: invalid number, but it still validates`, OWN_META_SCHEMA],
      [`${optional} > string value`, OWN_META_SCHEMA],
      [`${optional} > number value`, OWN_META_SCHEMA],
    ] as const;
  }),
);

/** Where the suite's remotes are by its convention. Given as documents: nothing listens there. */
const HOST = "http://localhost:1234/";

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(SUITE, file), "utf8"));

const documents = new Map(
  filesIn("remotes", { recursive: true }).map((file) => [HOST + file, read(`remotes/${file}`)]),
);

function filesIn(folder: string, { recursive }: { recursive: boolean }): string[] {
  if (!IS_HERE) return [];
  const names = readdirSync(path.join(SUITE, folder), { recursive, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".json")).map((name) => name.replaceAll(path.sep, "/"));
}

function statusOf(schema: unknown, data: unknown, dialect: Dialect): Verdict["status"] {
  const text = JSON.stringify(schema);
  const request = {
    key: "k",
    direction: "output",
    text: JSON.stringify(data),
    schema: { kind: "text", text },
    formats: "dialect",
  } as const;
  // Without documents a schema is compiled once for all its values, as in a run; so only those that name the host get them.
  const given = text.includes(HOST) ? documents : undefined;
  return checkNow(request, { dialect, documents: given }).status;
}

/** The tests of a file, each with its schema and its full name. */
function* testsOf(
  folder: string,
  file: string,
): Generator<Group["tests"][number] & { name: string; schema: unknown }> {
  for (const { description: group, schema, tests } of read(`tests/${folder}/${file}`) as Group[]) {
    for (const test of tests)
      yield { ...test, schema, name: `${folder}/${file} > ${group} > ${test.description}` };
  }
}

describe.skipIf(!IS_HERE).each(FOLDERS)(`the required tests of %s${ABSENT}`, (dialect, folder, count) => {
  const files = filesIn(`tests/${folder}`, { recursive: false });

  it.each(files)("%s", (file) => {
    const tests = [...testsOf(folder, file)].map(({ name, schema, data, valid }) => {
      const status = statusOf(schema, data, dialect);
      return { name, status, passes: status === (valid ? "valid" : "invalid") };
    });
    const wrong = tests.filter(({ name, passes }) => passes === FAILING.has(name));
    const unlisted = wrong.filter(({ passes }) => !passes).map(({ name, status }) => `${name}: ${status}`);
    const stale = wrong.filter(({ passes }) => passes).map(({ name }) => name);
    expect({ unlisted, stale }).toEqual({ unlisted: [], stale: [] });
  });

  it(`are ${count}, and those listed as failing are among them`, () => {
    const tests = files.flatMap((file) => [...testsOf(folder, file)]);
    const names = new Set(tests.map(({ name }) => name));
    expect(tests).toHaveLength(count);
    const listed = [...FAILING.keys()].filter((name) => name.startsWith(`${folder}/`));
    expect(listed.filter((name) => !names.has(name))).toEqual([]);
  });
});
