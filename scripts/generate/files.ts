/** The files that are generated from other sources and kept in the project, so that readers need not run anything. */
import { readFileSync } from "node:fs";
import { answerJsonSchema } from "./answer-schema";
import { openApi } from "./openapi";
import { protocolTypes } from "./protocol-types";
import { workspaceJsonSchema } from "./workspace-schema";

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Paths are relative to the project's folder, which must be the working folder. */
export function generatedFiles(): { file: string; text: string }[] {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  return [
    { file: "public/workspace.schema.json", text: json(workspaceJsonSchema()) },
    { file: "public/answer.schema.json", text: json(answerJsonSchema()) },
    { file: "public/openapi.json", text: json(openApi(version)) },
    { file: "public/protocol.d.ts", text: protocolTypes() },
  ];
}
