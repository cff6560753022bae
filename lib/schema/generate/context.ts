/** Builds values for an emitted schema and for schemas derived from it. */

import { isObject } from "@/lib/json/value";
import type { Side } from "@/lib/protocol/side";
import { type Emitted, NEVER } from "@/lib/schema/compile/emit";
import { graphOf, type SchemaGraph } from "@/lib/schema/language/graph";
import type { SchemaObject } from "@/lib/schema/language/subschemas";
import { type Json, SampleSchema, Unbuildable, type Work } from "@/lib/schema/sample/schema";
import { SampleValue, type Wanted } from "@/lib/schema/sample/value";
import { derived, type Tools } from "./derive";
import { simpleMutationsOf } from "./mutations";
import { placesOf, rulesOf } from "./rules";

interface Build {
  schema: unknown;
  wanted: Wanted;
  all?: boolean | undefined;
}

/** Ways to break a schema that are tried if it must not match. */
const MAX_WAYS = 12;
/** Negations inside negations. */
const MAX_NEGATED = 3;
const MAX_TEXTS = 5;
/** Schemas visited while the values for one sample are built: at most a tenth of a second. */
const MAX_WORK = 5_000;

export class Context implements Tools {
  readonly root: SchemaObject;
  /** The budget shared by all values until `begin` renews it. */
  work: Work = { left: MAX_WORK };
  readonly #negations = new WeakMap<object, unknown>();
  #negated = 0;
  readonly #graph: SchemaGraph;

  /** `direction`: arguments are always objects, whatever the schema allows. */
  constructor(
    private readonly emitted: Emitted,
    private readonly direction: Side,
  ) {
    this.root = emitted.schema;
    this.#graph = graphOf(emitted.schema);
  }

  /** Starts the next sample. */
  begin(): void {
    this.work = { left: MAX_WORK };
  }

  /** Throws `Unbuildable` with the reason if no value can be built. */
  build({ schema, wanted, all }: Build): unknown {
    const whole = this.direction === "input" ? { allOf: [schema, { type: "object" }] } : schema;
    return this.#maker(all).of(whole, wanted);
  }

  /** The value for one place, by itself. Throws `Unbuildable` too. */
  part(schema: unknown): unknown {
    return this.#maker().of(schema, { depth: 1, variant: 0 });
  }

  readonly texts = (schema: unknown): string[] => {
    const found = new Set<string>();
    for (let variant = 0; variant < MAX_TEXTS; variant++) {
      const made = this.#try({ allOf: [schema, { type: "string" }] }, variant);
      if (typeof made === "string") found.add(made);
    }
    return [...found];
  };

  readonly negate = (schema: unknown): unknown => {
    if (!isObject(schema)) return schema === false;
    if (this.#negated >= MAX_NEGATED) return true;
    const known = this.#negations.get(schema);
    if (known !== undefined) return known;
    this.#negated += 1;
    const made = { anyOf: this.#waysToBreak(schema) };
    this.#negated -= 1;
    this.#negations.set(schema, made);
    return made;
  };

  #waysToBreak(schema: SchemaObject): unknown[] {
    const ways: unknown[] = [];
    for (const rule of rulesOf(placesOf(schema, this.emitted).slice(0, MAX_WAYS), this.emitted)) {
      if (rule.idle === undefined)
        for (const leaf of simpleMutationsOf(rule, this).slice(0, 3)) {
          for (const way of derived(rule.route, leaf, this)) {
            ways.push(way);
            break;
          }
        }
      if (ways.length >= MAX_WAYS) break;
    }
    return ways;
  }

  #try(schema: unknown, variant: number): unknown {
    try {
      return this.#maker().of(schema, { depth: 0, variant });
    } catch (error) {
      if (error instanceof Unbuildable) return undefined;
      throw error;
    }
  }

  /** A new one for each value, because the work for one value is limited. */
  #maker(all?: boolean): SampleValue {
    return new SampleValue(
      new SampleSchema(this.root, { graph: this.#graph, negate: this.negate, work: this.work }),
      {
        all,
        built: true,
      },
    );
  }
}

/** Adds hints that make better samples: examples, defaults, and formats that are annotations. */
export function withHints(emitted: Emitted): Emitted {
  for (const [made, { schema }] of emitted.origins) {
    const out = made as Json;
    if (out[NEVER] === true) out.not = true;
    if (!isObject(schema) || "$ref" in schema) continue;
    for (const hint of ["default", "examples", "format"])
      if (Object.hasOwn(schema, hint)) out[hint] = schema[hint];
  }
  return emitted;
}
