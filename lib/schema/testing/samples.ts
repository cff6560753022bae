/** Samples and counterexamples of a schema, slice by slice, without threads. */

import type { Side } from "@/lib/protocol/side";
import type { CheckOptions } from "@/lib/schema/verdict/check";
import type { Formats } from "../../protocol/verdict";
import { findCounterexample } from "../generate/counterexample";
import { generateNow } from "../generate/generate";
import type { GenerateRequest, Sample } from "../port";
import { checkNow } from "../verdict/check";

interface Setting extends CheckOptions {
  formats?: Formats;
  direction?: Side;
}

export function allSamples(schema: unknown, setting: Setting = {}): Sample[] {
  const { formats = "dialect", direction = "input", ...options } = setting;
  const request = { schema: JSON.stringify(schema), formats, direction };
  const samples: Sample[] = [];
  const { heads } = generateNow(request, { from: 0, count: 0 }, options);
  while (samples.length < heads.length)
    samples.push(...generateNow(request, { from: samples.length }, options).samples);
  return samples;
}

export function counterexample(request: GenerateRequest): Promise<string | null> {
  const { schema, formats, direction } = request;
  const given = { key: "", direction, formats, schema: { kind: "text", text: schema } } as const;
  return findCounterexample(
    {
      generate: async (slice) => generateNow(request, slice),
      check: async (text) => checkNow({ ...given, text }),
    },
    direction,
  );
}
