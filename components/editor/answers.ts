/** Completion for what a worker may answer, loaded with the first such editor. */
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

/** Without it (the file cannot be read) answers are edited all the same. */
export function setUpAnswers(): Promise<void> {
  ready ??= setUp();
  return ready;
}
