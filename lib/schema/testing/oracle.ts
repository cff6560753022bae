/**
 * A second, independent validator for tests. It keeps a global register and could fetch: each schema is registered
 * under an address of its own and taken out again, and fetching is refused.
 */
import {
  registerSchema,
  setShouldValidateFormat,
  setShouldValidateSchema,
  unregisterSchema,
  validate,
} from "@hyperjump/json-schema/draft-2020-12";
import "@hyperjump/json-schema/draft-2019-09";
import "@hyperjump/json-schema/draft-07";
import "@hyperjump/json-schema/draft-06";
import "@hyperjump/json-schema/draft-04";
import "@hyperjump/json-schema/formats";
import { addressOf, type Dialect } from "../dialect";
import { formatsAreRules } from "../formats";
import { mendOracle } from "./oracle-faults";

type Conforms = (value: unknown) => boolean;

let count = 0;

/** Throws where a reference leads out of the schema. `mended`: with its known faults put right. */
export async function oracle(schema: unknown, dialect: Dialect, { mended = true } = {}): Promise<Conforms> {
  if (mended) mendOracle();
  setShouldValidateSchema(false);
  globalThis.fetch = refuse;
  const address = `https://schema-${count++}.example/schema.json`;
  registerSchema(schema as never, address, addressOf(dialect));
  try {
    const conforms = await validate(address);
    return (value) => {
      setShouldValidateFormat(formatsAreRules(dialect, "dialect"));
      return conforms(value as never).valid;
    };
  } finally {
    unregisterSchema(address);
  }
}

function refuse(address: unknown): never {
  throw new Error(`nothing may be fetched, asked for ${String(address)}`);
}
