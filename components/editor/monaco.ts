/**
 * The Monaco editor, bundled with the page: no content network, no `unsafe-eval`. Import it only from code that is
 * loaded in the browser.
 */
import { loader } from "@monaco-editor/react";
import * as monaco from "monaco-editor/editor";
import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/javascript/register";
import { jsonDefaults } from "monaco-editor/languages/features/json/register";
import { themeOf } from "./themes";
import { DIALECT_ADDRESSES, SCHEMA_VOCABULARY } from "./vocabulary";

const module = { type: "module" } as const;

globalThis.MonacoEnvironment = {
  getWorker: (_id: string, label: string) => {
    if (label === "json") return new Worker(new URL("./workers/json.worker.ts", import.meta.url), module);
    if (label === "javascript" || label === "typescript")
      return new Worker(new URL("./workers/javascript.worker.ts", import.meta.url), module);
    return new Worker(new URL("./workers/editor.worker.ts", import.meta.url), module);
  },
};

// Completion and hover only. A schema that names its dialect gets the same help, so the dialects' addresses are
// registered too.
jsonDefaults.setDiagnosticsOptions({
  validate: false,
  allowComments: false,
  enableSchemaRequest: false,
  schemas: [
    { uri: "inmemory://callscope/vocabulary", fileMatch: ["*.schema.json"], schema: SCHEMA_VOCABULARY },
    ...DIALECT_ADDRESSES.map((uri) => ({ uri, schema: SCHEMA_VOCABULARY })),
  ],
});

monaco.editor.defineTheme("callscope-light", themeOf(false));
monaco.editor.defineTheme("callscope-dark", themeOf(true));

loader.config({ monaco: monaco as Parameters<typeof loader.config>[0]["monaco"] });

const ROOT = "inmemory://callscope/";

/** The address of a text: unique in the page, and `scope` comes first so that a whole scope can be freed. */
export const modelPath = (scope: string, name: string): string => `${ROOT}${scope}/${name}`;

/** Frees the texts of all other scopes that no editor shows any more. */
export function keepOnly(scope: string): void {
  for (const model of monaco.editor.getModels()) {
    const uri = model.uri.toString();
    const other = uri.startsWith(ROOT) && !uri.startsWith(`${ROOT}${scope}/`);
    if (other && !model.isAttachedToEditor()) model.dispose();
  }
}

export { monaco };
