/** Writes a case as a vitest file that needs only ajv. */
import type { Side } from "@/lib/protocol/side";
import type { VerdictStatus } from "@/lib/protocol/verdict";

interface Dialect {
  /** What `$schema` says, without scheme and fragment. */
  address: string;
  from: string;
  name: string;
}

/** The class of ajv for each dialect; the last one where there is no `$schema`. */
const DIALECTS: Dialect[] = [
  { address: "json-schema.org/draft-04/schema", from: "ajv-draft-04", name: "Ajv" },
  { address: "json-schema.org/draft-06/schema", from: "ajv", name: "Ajv" },
  { address: "json-schema.org/draft-07/schema", from: "ajv", name: "Ajv" },
  { address: "json-schema.org/draft/2019-09/schema", from: "ajv/dist/2019.js", name: "Ajv2019" },
  { address: "json-schema.org/draft/2020-12/schema", from: "ajv/dist/2020.js", name: "Ajv2020" },
];
const NEWEST: Dialect = { address: "", from: "ajv/dist/2020.js", name: "Ajv2020" };

function dialectOf(schema: string): Dialect {
  const [, address = ""] = /"\$schema"\s*:\s*"https?:\/\/([^"#]*)#?"/.exec(schema) ?? [];
  return DIALECTS.find((dialect) => dialect.address === address) ?? NEWEST;
}

interface Kept {
  /** Of the tool. */
  tool: string;
  /** What the test is called beside the tool. */
  name: string;
  direction: Side;
  /** As typed; blank: none. */
  schema: string;
  text: string;
  status: VerdictStatus;
}

/** Null if ajv cannot give this verdict. */
export function vitestOf({ tool, name, direction, schema: typed, text, status }: Kept): string | null {
  if (status === "unchecked" || status === "aborted") return null;
  const schema = typed.trim();
  const what = JSON.stringify(`${tool}: ${name}`);
  const lines = ['import { expect, test } from "vitest";'];
  if (status === "malformed")
    return [
      ...lines,
      "",
      `const text = ${JSON.stringify(text)};`,
      "",
      "/** Arguments have to be a JSON object. */",
      "function isObject(raw: string): boolean {",
      "  try {",
      "    const value: unknown = JSON.parse(raw);",
      '    return typeof value === "object" && value !== null && !Array.isArray(value);',
      "  } catch {",
      "    return false;",
      "  }",
      "}",
      "",
      `test(${what}, () => {`,
      "  expect(isObject(text)).toBe(false);",
      "});",
      "",
    ].join("\n");
  const { address, from, name: className } = dialectOf(schema);
  // This class does not know the meta-schema of draft-06 by itself.
  const options = `strict: false, validateFormats: false, allErrors: true${address.includes("draft-06") ? ", validateSchema: false" : ""}`;
  return [
    `import { ${className === "Ajv" && from === "ajv-draft-04" ? "default as Ajv" : className} } from "${from}";`,
    ...lines,
    "",
    `const schema = ${schema === "" ? "{}" : schema};`,
    `const text = ${JSON.stringify(text)};`,
    "",
    ...(direction === "output"
      ? [
          "/** A result that is not JSON is checked as the text it is. */",
          "function read(raw: string): unknown {",
          "  try {",
          "    return JSON.parse(raw);",
          "  } catch {",
          "    return raw;",
          "  }",
          "}",
          "",
        ]
      : []),
    `test(${what}, () => {`,
    "  // Formats are not checked: that takes ajv-formats.",
    `  const validate = new ${className}({ ${options} }).compile(schema);`,
    `  expect(validate(${direction === "output" ? "read(text)" : text.trim() === "" ? "{}" : "JSON.parse(text)"}), JSON.stringify(validate.errors)).toBe(${status === "valid"});`,
    "});",
    "",
  ].join("\n");
}
