/**
 * Valid values made from a wire schema with all of its members, so that a test also covers members that are added
 * later.
 */
import type { z } from "zod";

/** One value for each shape of a schema: one for each option of a union, and otherwise the fullest value. */
export function samplesOf(schema: z.core.$ZodType): unknown[] {
  const { def } = schema as z.ZodType as unknown as { def: z.core.$ZodTypes["_zod"]["def"] };
  switch (def.type) {
    case "object": {
      const members = Object.entries(def.shape).map(([name, member]) => [name, samplesOf(member)] as const);
      const most = Math.max(1, ...members.map(([, samples]) => samples.length));
      // The n-th sample has every member's n-th value, or its last one.
      return Array.from({ length: most }, (_, at) =>
        Object.fromEntries(
          members.map(([name, samples]) => [name, samples[Math.min(at, samples.length - 1)]]),
        ),
      );
    }
    case "array":
      return [samplesOf(def.element)];
    case "union":
      return def.options.flatMap(samplesOf);
    case "optional":
    case "nullable":
    case "default":
      return samplesOf(def.innerType);
    case "literal":
      return [def.values[0]];
    case "enum":
      return [Object.values(def.entries)[0]];
    case "string":
      return ["text"];
    case "number":
      return [1];
    case "boolean":
      return [true];
    case "unknown":
      return [{ any: ["JSON", 1] }];
    default:
      throw new Error(`No sample of a ${def.type} is known: teach samplesOf.`);
  }
}
