/** The built app as a process of its own, on a free port, with its data in a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

export interface RunningApp {
  url: string;
  process: ChildProcess;
  /** Everything that it wrote so far, both streams. */
  output: () => string;
  /** Asks it to end (or, with SIGKILL, ends it) and returns its exit code; null if a signal ended it. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

type Environment = Record<string, string>;

const READY = /Callscope is ready: (\S+)/;

/** The runner would print the bundled source of each line of a stack. */
const withoutStacks = (text: string) => text.replaceAll(/^ +at .*\n/gm, "");

/** Starts scripts/start.mjs without waiting for it. */
export function launch(env: Environment): {
  process: ChildProcess;
  output: () => string;
  exited: Promise<number | null>;
} {
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  const exited = once(child, "close").then(([code]) => code as number | null);
  return { process: child, output: () => text, exited };
}

/** Starts the app and waits until it answers; `port` 0 is any free one. */
export async function startApp(env: Environment): Promise<RunningApp> {
  const app = launch({ HOST: "127.0.0.1", PORT: "0", ...env });
  const url = await new Promise<string>((resolve, reject) => {
    app.process.stdout?.on("data", () => {
      const [, address] = READY.exec(app.output()) ?? [];
      if (address) resolve(address);
    });
    const ended = (code: number | null) =>
      new Error(`The app ended with ${code}:\n${withoutStacks(app.output())}`);
    app.exited.then((code) => reject(ended(code)), reject);
  });
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    app.process.kill(signal);
    return app.exited;
  };
  return { url, process: app.process, output: app.output, stop };
}

/** Runs `use` with a new empty folder, which is deleted afterwards. */
export async function withDataFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "callscope-e2e-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
