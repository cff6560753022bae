/** The checker that the rest of the app uses: it checks in worker threads under limits and never throws. */
import path from "node:path";
import type { CheckRequest, Declaration, Formats, Verdict, VerdictStatus } from "@/lib/protocol/verdict";
import { inBatches } from "@/lib/schema/generate/batches";
import { findCounterexample } from "@/lib/schema/generate/counterexample";
import type {
  Checker,
  DeclareRequest,
  Generated,
  GenerateRequest,
  Generator,
  Rechecker,
  RecheckRequest,
  Slice as SampleSlice,
  Samples,
} from "@/lib/schema/port";
import { aborted, DEFAULT_LIMITS, type Limits, sizeFault } from "@/lib/schema/text/limits";
import { never } from "@/lib/util/never";
import { type Loss, ThreadPool } from "@/lib/util/threads/pool";
import { type Outcome, PHASES, type Task } from "./worker-messages";

export interface CheckerOptions extends Partial<Limits> {
  /** Threads kept warm, default 2. */
  workers?: number;
}

/** Jobs that a thread is given at once. */
const BATCH = 16;
/** Room for deep schemas and values; the default of a thread is 4 MB. */
const STACK_MB = 16;
const MAX_SLOW = 100;
/** Texts of one slice: a few milliseconds of a thread. */
const SLICE = 200;
/** A slice also ends at this many characters. */
const SLICE_CHARS = 1024 * 1024;
const CANCELLED = "the check was cancelled";

export function createChecker(options: CheckerOptions = {}): Checker & Rechecker & Generator {
  const { workers = 2, ...given } = options;
  return new PooledChecker(workers, { ...DEFAULT_LIMITS, ...given });
}

type Settled = Outcome | { kind: "lost"; loss: Loss };

class PooledChecker implements Checker, Rechecker, Generator {
  private readonly pool: ThreadPool<Task, Outcome>;
  /** Schemas that took too long to compile, with the message. They are not tried again. */
  private readonly slow = new Map<string, string>();

  constructor(
    private readonly workers: number,
    private readonly limits: Limits,
  ) {
    this.pool = new ThreadPool({
      file: () => path.join(process.cwd(), "dist", "workers", "check.worker.mjs"),
      warm: workers,
      eager: true,
      batch: BATCH,
      memoryMb: limits.memoryMb,
      stackMb: STACK_MB,
      setup: limits,
    });
  }

  async check(request: CheckRequest): Promise<Verdict> {
    const fault = sizeFault(request, this.limits) ?? this.slowness(request);
    if (fault) return aborted(fault);
    const settled = await this.ask({ kind: "check", request });
    return settled.kind === "verdict" ? settled.verdict : aborted(this.reason(settled, keyOf(request)));
  }

  async declare(request: DeclareRequest): Promise<Declaration> {
    if (request.text === undefined) return { status: "none", notes: [] };
    const key = schemaKey(request.formats, request.text);
    const known = this.slow.get(key);
    if (known) return unusable(known);
    const settled = await this.ask({ kind: "declare", request });
    return settled.kind === "declaration" ? settled.declaration : unusable(this.reason(settled, key));
  }

  async recheck(
    request: RecheckRequest,
    signal: AbortSignal,
    onSlice?: (from: number, statuses: readonly VerdictStatus[]) => void,
  ): Promise<{ statuses: VerdictStatus[] } | { stopped: string }> {
    const slices = slicesOf(request.texts);
    const found: VerdictStatus[][] = [];
    let stopped = signal.aborted
      ? CANCELLED
      : (this.slow.get(schemaKey(request.formats, request.schema)) ?? null);
    let next = 0;
    // One slice for each thread at a time, so that other checks can run in between.
    const lane = async () => {
      for (let at = next++; stopped === null && at < slices.length; at = next++) {
        const { from, texts } = slices[at] ?? { from: 0, texts: [] };
        const answer = await this.slice({ ...request, texts }, signal);
        if (typeof answer === "string") stopped = answer;
        else {
          found[at] = answer;
          onSlice?.(from, answer);
        }
      }
    };
    await Promise.all(Array.from({ length: this.workers }, lane));
    return stopped === null ? { statuses: found.flat() } : { stopped };
  }

  /** Or why there are no statuses. */
  private async slice(request: RecheckRequest, signal: AbortSignal): Promise<VerdictStatus[] | string> {
    if (signal.aborted) return CANCELLED;
    const settled = await this.ask({ kind: "recheck", request });
    if (settled.kind === "statuses") return settled.statuses;
    return this.reason(settled, schemaKey(request.formats, request.schema));
  }

  counterexample(request: GenerateRequest): Promise<string | null> {
    const { schema, formats, direction } = request;
    const given = {
      key: "counterexample",
      direction,
      formats,
      schema: { kind: "text", text: schema },
    } as const;
    return findCounterexample(
      {
        generate: (slice) => this.samples(request, slice),
        check: (text) => this.check({ ...given, text }),
      },
      direction,
    );
  }

  generate(request: GenerateRequest, signal: AbortSignal): Promise<Samples> {
    return inBatches((slice) => this.samples(request, slice), signal);
  }

  /** Or why there are none. */
  private async samples(request: GenerateRequest, slice: SampleSlice): Promise<Generated | string> {
    const key = schemaKey(request.formats, request.schema);
    const known = this.slow.get(key);
    if (known !== undefined) return known;
    const settled = await this.ask({ kind: "generate", request, slice });
    return settled.kind === "generated" ? settled.generated : this.reason(settled, key);
  }

  async close(): Promise<void> {
    await this.pool.close();
  }

  private async ask(task: Task): Promise<Settled> {
    const { checkMs, compileMs } = this.limits;
    const settled = await this.pool.run(task, { limits: [checkMs, compileMs] });
    return settled.ok ? settled.outcome : { kind: "lost", loss: settled.loss };
  }

  private slowness(request: CheckRequest): string | undefined {
    const key = keyOf(request);
    return key === undefined ? undefined : this.slow.get(key);
  }

  /** Why there is no answer. A schema that could not be compiled in time is remembered under its key. */
  private reason(settled: Settled, key: string | undefined): string {
    if (settled.kind !== "lost") return "the check returned an unexpected answer";
    const words = lossText(settled.loss);
    if (key !== undefined && isCompiling(settled.loss)) {
      if (this.slow.size >= MAX_SLOW) this.slow.clear();
      this.slow.set(key, words);
    }
    return words;
  }
}

interface Slice {
  /** The place of its first text. */
  from: number;
  texts: string[];
}

function slicesOf(texts: readonly string[]): Slice[] {
  const slices: Slice[] = [];
  let slice: string[] = [];
  let chars = 0;
  for (const [at, text] of texts.entries()) {
    if (slice.length === 0) slices.push({ from: at, texts: slice });
    slice.push(text);
    chars += text.length;
    if (slice.length < SLICE && chars < SLICE_CHARS) continue;
    slice = [];
    chars = 0;
  }
  return slices;
}

function keyOf({ schema, formats }: CheckRequest): string | undefined {
  return schema.kind === "text" ? schemaKey(formats, schema.text) : undefined;
}

const schemaKey = (formats: Formats, text: string): string => `${formats}\n${text}`;

const isCompiling = (loss: Loss): boolean => loss.kind === "timeout" && PHASES[loss.phase] === "compile";

function lossText(loss: Loss): string {
  switch (loss.kind) {
    case "timeout":
      return isCompiling(loss)
        ? `the schema took longer than ${loss.limit} ms to compile and was stopped`
        : `the check took longer than ${loss.limit} ms and was stopped (a slow pattern or a very large value?)`;
    case "memory":
      return `the check needed more than ${loss.limit} MB of memory and was stopped`;
    case "crash":
      return `the checker crashed: ${loss.message}`;
    case "failed":
      return `the check failed: ${loss.message}`;
    case "aborted":
      return CANCELLED;
    case "closed":
      return "the checker was closed";
    default:
      return never(loss, "loss");
  }
}

function unusable(message: string): Declaration {
  return { status: "unusable", notes: [{ level: "error", code: "aborted", message }] };
}
