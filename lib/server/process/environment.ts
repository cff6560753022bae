/** PURE. The settings as environment variables give them. README.md lists the variables. */
import path from "node:path";
import { isLoopbackHost } from "@/lib/server/network/addresses";

export interface Config {
  /** The version in package.json. */
  version: string;
  /** The address the server listens on. */
  host: string;
  /** Only this machine can reach the app. */
  listensOnLoopback: boolean;
  /** Host names that the app answers to, in lower case, without a port. */
  hosts: string[];
  /** An absolute path; the folder is created when first used. */
  dataDir: string;
  anthropic: { apiKey: string | null; baseUrl: string | null };
  /** Signs the requests to an HTTP worker; null leaves them unsigned. */
  workerSecret: string | null;
  /** `host` or `host:port` of the models and workers that may be called when others can reach the app. */
  allow: string[];
}

type Environment = Record<string, string | undefined>;

const ANTHROPIC_HOST = "api.anthropic.com";

const list = (text: string | undefined) =>
  (text ?? "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((name) => name.toLowerCase());

/** An IPv6 address in brackets, as in a URL; any other host unchanged. */
const inUrl = (host: string) => (/^:|^[^[].*:.*:/.test(host) ? `[${host}]` : host);

/** The provider's hosts are allowed without being listed again. */
function allowed(env: Environment): string[] {
  const own =
    env.ANTHROPIC_BASE_URL && URL.canParse(env.ANTHROPIC_BASE_URL)
      ? new URL(env.ANTHROPIC_BASE_URL).host
      : "";
  return [...list(env.CALLSCOPE_ALLOW).map(inUrl), ANTHROPIC_HOST, ...(own ? [own] : [])];
}

/** The settings that an environment gives. `base` is the project's folder. */
export function readConfig(env: Environment, { version, base }: { version: string; base: string }): Config {
  const host = env.HOST || "127.0.0.1";
  return {
    version,
    host,
    listensOnLoopback: isLoopbackHost(host),
    hosts: [
      "localhost",
      "127.0.0.1",
      "[::1]",
      inUrl(host.toLowerCase()),
      ...list(env.CALLSCOPE_HOSTS).map(inUrl),
    ],
    dataDir: path.resolve(base, env.CALLSCOPE_DATA || ".callscope"),
    anthropic: { apiKey: env.ANTHROPIC_API_KEY || null, baseUrl: env.ANTHROPIC_BASE_URL || null },
    workerSecret: env.CALLSCOPE_WORKER_SECRET || null,
    allow: allowed(env),
  };
}
