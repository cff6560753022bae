import { spawn } from "node:child_process";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a program with this process's output and gives its exit code. Signals sent to this process reach it too; one
 * that a signal ended counts as 1.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit", ...options });
    const forward = (signal) => child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, forward);
    const done = () => {
      for (const signal of SIGNALS) process.off(signal, forward);
    };
    child.on("error", (error) => {
      done();
      reject(error);
    });
    child.on("exit", (code) => {
      done();
      resolve(code ?? 1);
    });
  });
}

/** Like `run`, for a script that Node itself runs. */
export const runNode = (file, args = [], options = {}) => run(process.execPath, [file, ...args], options);

/**
 * Runs a script with Node and gives its exit code and everything it wrote, for what runs beside others.
 *
 * @param {string} file
 * @param {string[]} [args]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function collectNode(file, args = []) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    const forward = (signal) => child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, forward);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    child.on("error", reject);
    child.on("close", (code) => {
      for (const signal of SIGNALS) process.off(signal, forward);
      resolve({ code: code ?? 1, output });
    });
  });
}
