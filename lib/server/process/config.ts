/** The only reader of the environment. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Config, readConfig } from "./environment";

function versionOf(base: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(base, "package.json"), "utf8"));
  return version;
}

let current: Config | null = null;

/** The settings of this process, read once. */
export function config(): Config {
  const base = process.cwd();
  current ??= readConfig(process.env, { version: versionOf(base), base });
  return current;
}
