/** Builds the model and the worker that a workspace asks for. */

import type { Fetch } from "@/lib/server/network/outbound";
import { redactedModel, redactedWorker } from "@/lib/server/network/redacted";
import type { Clock } from "@/lib/server/process/clock";
import type { Config } from "@/lib/server/process/environment";
import { sleeper } from "@/lib/server/process/sleep";
import type { Adapters } from "@/lib/server/sessions/run-session";
import type { Secrets } from "@/lib/server/sessions/sessions";
import type { Sandbox } from "@/lib/tools/sandbox/sandbox";
import { createAnthropicModel } from "../models/anthropic";
import type { Model } from "../models/port";
import { createScriptedModel } from "../models/scripted";
import type { Formats } from "../protocol/verdict";
import type { Workspace } from "../protocol/workspace";
import type { Checker } from "../schema/port";
import { createHttpWorker } from "../tools/http-worker";
import type { Worker } from "../tools/port";
import { createScriptWorker } from "../tools/script-worker";
import { createToolsWorker } from "../tools/tools-worker";
import { never } from "../util/never";

export interface AdapterParts {
  checker: Checker;
  sandbox: Sandbox;
  clock: Clock;
  fetch: Fetch;
  config: Pick<Config, "anthropic" | "workerSecret">;
}

/** The time limit of one script run, in milliseconds. */
const SCRIPT_MS = 2_000;

/** Whether an address is the one that the server's key is configured for. */
const isOperators = (baseUrl: string | undefined, own: string | null): boolean =>
  baseUrl === undefined ||
  baseUrl === own ||
  (own === null && new URL(baseUrl).origin === "https://api.anthropic.com");

const allSecrets = (secrets: Secrets, { anthropic, workerSecret }: AdapterParts["config"]) => [
  secrets.apiKey,
  secrets.workerSecret,
  anthropic.apiKey,
  workerSecret,
];

/** The server's own key is sent only to the configured address, so that an imported workspace cannot steal it. */
function modelOf(workspace: Workspace, secrets: Secrets, parts: AdapterParts): Model {
  const { model } = workspace;
  const { anthropic } = parts.config;
  switch (model.kind) {
    case "scripted":
      return createScriptedModel({ answers: workspace.script ?? [], sleep: sleeper(parts.clock) });
    case "anthropic":
      return redactedModel(
        createAnthropicModel({
          apiKey: secrets.apiKey ?? (isOperators(model.baseUrl, anthropic.baseUrl) ? anthropic.apiKey : null),
          baseUrl: model.baseUrl ?? anthropic.baseUrl ?? undefined,
          maxTokens: model.maxTokens,
          fetch: parts.fetch,
        }),
        allSecrets(secrets, parts.config),
      );
    default:
      return never(model, "model");
  }
}

function workerOf(workspace: Workspace, secrets: Secrets, parts: AdapterParts): Worker {
  const { worker } = workspace;
  const { sandbox, clock, checker } = parts;
  const scriptMs = workspace.limits?.scriptMs ?? SCRIPT_MS;
  const formats: Formats = workspace.formats ?? "dialect";
  switch (worker.kind) {
    case "tools":
      return createToolsWorker({
        tools: workspace.agent.tools,
        sandbox,
        scriptMs,
        sleep: sleeper(clock),
        check: async (schema, text) => {
          const request = { key: "rule", direction: "input" as const, text, formats };
          const verdict = await checker.check({
            ...request,
            schema: { kind: "text", text: JSON.stringify(schema) },
          });
          return verdict.status === "valid";
        },
      });
    case "script":
      return createScriptWorker({ source: worker.source, sandbox, scriptMs });
    case "http":
      return redactedWorker(
        createHttpWorker({
          url: worker.url,
          secret: secrets.workerSecret ?? parts.config.workerSecret,
          fetch: parts.fetch,
        }),
        allSecrets(secrets, parts.config),
      );
    default:
      return never(worker, "worker");
  }
}

export const adaptersOf =
  (parts: AdapterParts) =>
  (workspace: Workspace, secrets: Secrets): Adapters => ({
    model: modelOf(workspace, secrets, parts),
    worker: workerOf(workspace, secrets, parts),
  });
