/** Completion for worker responses, loaded with the first editor that needs it. */
import { jsonDefaults } from "monaco-editor/languages/features/json/register";

let ready: Promise<void> | null = null;

async function setUp(): Promise<void> {
  const response = await fetch("/answer.schema.json").catch(() => null);
  if (!response?.ok) return;
  const options = jsonDefaults.diagnosticsOptions;
  const answer = {
    uri: "inmemory://callscope/answer",
    fileMatch: ["*.answer.json"],
    schema: await response.json(),
  };
  jsonDefaults.setDiagnosticsOptions({ ...options, schemas: [...(options.schemas ?? []), answer] });
}

/** If the file cannot be loaded, answers can be edited without completion. */
export function setUpAnswers(): Promise<void> {
  ready ??= setUp();
  return ready;
}
