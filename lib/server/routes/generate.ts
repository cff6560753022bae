/** Generates samples from a schema, for a person to keep as cases. */
import { verdictKept } from "@/lib/protocol/kept-finding";
import type { Generator, Sample } from "@/lib/schema/port";
import { type Call, json, refusal } from "@/lib/server/http/respond";
import type { GenerateBody, GeneratedSample, GeneratedSamples } from "@/lib/wire/generate";

/** The time limit of one request. Each sample has its own limit as well. */
const MAX_MS = 20_000;
/** Longer schemas are refused. */
const LONGEST_SCHEMA = 200_000;
/** The maximum number of characters in all texts, which is what a tool can keep. */
const MAX_TEXTS = 2_000_000;

/** Ends early when the request is aborted. */
export async function answerGenerate(
  { checker }: { checker: Generator },
  { body, request }: Pick<Call<GenerateBody>, "body" | "request">,
): Promise<Response> {
  const { length } = body.schema;
  if (length > LONGEST_SCHEMA) {
    const error = `Callscope generates samples from schemas of up to ${LONGEST_SCHEMA} characters; this one has ${length}.`;
    return refusal({ status: 413, reason: "too_large", error }, { field: "schema" });
  }
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(MAX_MS)]);
  return json(await samplesOf(checker, body, signal));
}

async function samplesOf(
  generator: Generator,
  { schema, direction, formats = "dialect" }: GenerateBody,
  signal: AbortSignal,
): Promise<GeneratedSamples> {
  const { samples, left, stopped } = await generator.generate({ schema, direction, formats }, signal);
  const made = new Map<string, GeneratedSample>();
  const missing: GeneratedSamples["missing"] = [];
  let chars = 0;
  for (const sample of samples) {
    if (sample.why !== undefined) missing.push(sample);
    else if (chars + sample.text.length > MAX_TEXTS) missing.push({ ...head(sample), why: TOO_MUCH });
    else if (!made.has(sample.text)) {
      chars += sample.text.length;
      made.set(sample.text, madeOf(sample));
    } else addRule(made.get(sample.text), sample);
  }
  return { samples: [...made.values()], missing, left, ...(stopped !== undefined && { stopped }) };
}

const TOO_MUCH = `The samples before it reach the limit of ${MAX_TEXTS} characters that a tool can keep.`;

type Found = Extract<Sample, { text: string }>;

const head = ({ kind, title, rule }: Sample) => ({ kind, title, ...(rule && { rule }) });

function madeOf(sample: Found): GeneratedSample {
  const { text, findings, others } = sample;
  const status = findings.length === 0 ? ("valid" as const) : ("invalid" as const);
  const messages = findings.map(({ message }) => message);
  return { ...head(sample), text, verdict: verdictKept({ status, findings }), messages, others };
}

/** One text may break several rules, for example the types of all alternatives. */
function addRule(made: GeneratedSample | undefined, { rule }: Found): void {
  if (made && rule) made.also = [...(made.also ?? []), rule];
}
