/**
 * A second, independent validator for tests. It has a global registry and could fetch: each schema is registered under
 * its own address and removed again, and fetching is refused.
 */
import {
  registerSchema,
  type SchemaObject,
  setShouldValidateFormat,
  setShouldValidateSchema,
  unregisterSchema,
  type Validator,
  validate,
} from "@hyperjump/json-schema/draft-2020-12";
import "@hyperjump/json-schema/draft-2019-09";
import "@hyperjump/json-schema/draft-07";
import "@hyperjump/json-schema/draft-06";
import "@hyperjump/json-schema/draft-04";
import "@hyperjump/json-schema/formats";
import { addressOf, type Dialect } from "@/lib/schema/language/dialect";
import { formatsAreRules } from "@/lib/schema/language/formats";
import { fixOracle } from "./oracle-faults";

let count = 0;

/** Throws if a reference leads out of the schema. `fixed`: with its known errors fixed. */
export async function oracle(
  schema: unknown,
  dialect: Dialect,
  { fixed = true } = {},
): Promise<(value: unknown) => boolean> {
  if (fixed) fixOracle();
  const validator = await registered(schema, dialect);
  return (value) => {
    setShouldValidateFormat(formatsAreRules(dialect, "dialect"));
    return validator(value as never).valid;
  };
}

/** A broken rule by its keyword and the JSON pointer of the value that breaks it. */
export interface OracleFinding {
  instancePath: string;
  keyword: string;
}

/** All rules that a value breaks; none if it conforms. */
export async function oracleFindings(
  schema: unknown,
  dialect: Dialect,
): Promise<(value: unknown) => OracleFinding[]> {
  fixOracle();
  const validator = await registered(schema, dialect);
  return (value) => {
    setShouldValidateFormat(formatsAreRules(dialect, "dialect"));
    const output = validator(value as never, "BASIC");
    const errors = output.valid ? [] : (output.errors ?? []);
    return errors.map(({ keyword, instanceLocation }) => ({
      instancePath: decodeURI(instanceLocation.slice(instanceLocation.indexOf("#") + 1)),
      keyword: keyword.slice(keyword.lastIndexOf("/") + 1),
    }));
  };
}

async function registered(schema: unknown, dialect: Dialect): Promise<Validator> {
  setShouldValidateSchema(false);
  globalThis.fetch = refuse;
  const address = `https://schema-${count++}.example/schema.json`;
  registerSchema(schema as SchemaObject, address, addressOf(dialect));
  try {
    return await validate(address);
  } finally {
    unregisterSchema(address);
  }
}

function refuse(address: unknown): never {
  throw new Error(`nothing may be fetched, asked for ${String(address)}`);
}
