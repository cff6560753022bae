/** One reading of verdicts: the CPU time of one, measured over a third of a second. */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { CheckRequest, Verdict } from "@/lib/protocol/verdict";
import { createChecker } from "@/lib/schema/threads/checker";
import { checkNow } from "@/lib/schema/verdict/check";
import { cpuMicros } from "./measure";
import { type Example, exampleOf, type Size } from "./verdict-schemas";

export type VerdictRow = "ajv" | "parse, ajv" | "check" | "checker";

export interface VerdictOptions {
  row: VerdictRow;
  size: Size;
  valid: boolean;
}

export interface VerdictReading {
  /** CPU microseconds for each verdict, all threads. */
  micros: number;
  /** Verdicts per second by the wall clock. */
  rate: number;
}

/** The verdicts requested at once if they come from threads. */
const AT_ONCE = 64;
const WARM_MS = 200;
const MEASURED_MS = 300;

interface Subject {
  /** Returns `count` verdicts, each with its number of errors. */
  run: (count: number) => number[] | Promise<number[]>;
  close: () => void | Promise<void>;
}

const errorsIn = (verdict: Verdict): number => verdict.findings.length + verdict.more;

function ajvSubject(example: Example, text: string, parses: boolean): Subject {
  const validate = new Ajv2020({ allErrors: true, strict: false }).compile(example.schema);
  const given: unknown = JSON.parse(text);
  const one = () => (validate(parses ? JSON.parse(text) : given) ? 0 : (validate.errors?.length ?? 0));
  return { run: (count) => Array.from({ length: count }, one), close: () => {} };
}

function ourSubject(example: Example, text: string, threads: boolean): Subject {
  const schema = { kind: "text" as const, text: example.schemaText };
  const request: CheckRequest = { key: "bench", direction: "input", text, schema, formats: "dialect" };
  if (!threads) {
    return {
      run: (count) => Array.from({ length: count }, () => errorsIn(checkNow(request))),
      close: () => {},
    };
  }
  const checker = createChecker();
  const run = async (count: number) => {
    const verdicts = await Promise.all(Array.from({ length: count }, () => checker.check(request)));
    return verdicts.map(errorsIn);
  };
  return { run, close: () => checker.close() };
}

function subjectOf({ row, size, valid }: VerdictOptions): { subject: Subject; errors: number } {
  const example = exampleOf(size);
  const text = valid ? example.valid : example.invalid;
  const ours = row === "check" || row === "checker";
  const subject = ours
    ? ourSubject(example, text, row === "checker")
    : ajvSubject(example, text, row === "parse, ajv");
  return { subject, errors: valid ? 0 : example.errors };
}

/** Runs for `ms` by the wall clock; returns the number of verdicts. */
async function runFor({ run }: Subject, ms: number, errors: number): Promise<number> {
  const end = performance.now() + ms;
  let count = 0;
  while (performance.now() < end) {
    for (const found of await run(AT_ONCE)) {
      if (found !== errors) throw new Error(`The text has ${errors} errors, but ${found} were found.`);
      count += 1;
    }
  }
  return count;
}

export async function readVerdicts(options: VerdictOptions): Promise<VerdictReading> {
  const { subject, errors } = subjectOf(options);
  await runFor(subject, WARM_MS, errors);
  const started = { cpu: cpuMicros(), wall: performance.now() };
  const count = await runFor(subject, MEASURED_MS, errors);
  const micros = (cpuMicros() - started.cpu) / count;
  const rate = (count / (performance.now() - started.wall)) * 1000;
  await subject.close();
  return { micros, rate };
}
