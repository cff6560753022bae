/** One reading of typing in a schema: the time from each key until the problems of the schema are known. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { createChecker } from "@/lib/schema/threads/checker";
import { check } from "@/lib/server/routes/check";
import { cpuMicros } from "./measure";
import { quantile } from "./numbers";
import { exampleOf, type Size } from "./verdict-schemas";

export type EditRow = "ajv" | "ours";

export interface EditOptions {
  row: EditRow;
  size: Size;
}

export interface EditReading {
  /** Milliseconds by the wall clock. */
  p50: number;
  p95: number;
  /** CPU milliseconds for each key. */
  cpu: number;
}

const WARM_KEYS = 20;
const KEYS = 100;
const TYPED = "Typed key by key in the middle of the schema. ".repeat(3);

/** The schema's text after each key, typed into a description in the middle: each is a complete schema. */
function* textsOf(size: Size): Generator<string> {
  const { schemaText } = exampleOf(size);
  const label = '"description":"';
  const at = schemaText.indexOf(label, schemaText.length / 2) + label.length;
  for (let key = 1; key <= WARM_KEYS + KEYS; key += 1)
    yield schemaText.slice(0, at) + TYPED.slice(0, key) + schemaText.slice(at);
}

interface Subject {
  /** Checks a schema; returns whether it is usable. */
  declare: (text: string) => boolean | Promise<boolean>;
  close: () => void | Promise<void>;
}

function ajvSubject(): Subject {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  const declare = (text: string) => {
    const schema: object = JSON.parse(text);
    const validate = ajv.compile(schema);
    ajv.removeSchema(schema);
    return typeof validate === "function";
  };
  return { declare, close: () => {} };
}

/** The function behind the route, with its worker threads. */
function ourSubject(): Subject {
  const checker = createChecker();
  const declare = async (inputText: string) => {
    const { declaration } = await check({ checker }, { tool: { name: "edited", inputText } });
    return declaration.input.status === "ok";
  };
  return { declare, close: () => checker.close() };
}

export async function readEdits({ row, size }: EditOptions): Promise<EditReading> {
  const { declare, close } = row === "ajv" ? ajvSubject() : ourSubject();
  const waits: number[] = [];
  let cpu = 0;
  for (const text of textsOf(size)) {
    const started = { cpu: cpuMicros(), wall: performance.now() };
    if (!(await declare(text))) throw new Error("A complete schema was reported as unusable.");
    waits.push(performance.now() - started.wall);
    if (waits.length > WARM_KEYS) cpu += cpuMicros() - started.cpu;
  }
  await close();
  const taken = waits.slice(WARM_KEYS);
  return { p50: quantile(taken, 0.5), p95: quantile(taken, 0.95), cpu: cpu / KEYS / 1000 };
}
