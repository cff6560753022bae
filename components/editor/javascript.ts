/** Completion for scripts, loaded with the first script editor, since its worker is the largest file of the page. */
import { javascriptDefaults } from "monaco-editor/languages/features/typescript/register";

const ES2020 = 7;
let ready: Promise<void> | null = null;

async function setUp(): Promise<void> {
  javascriptDefaults.setCompilerOptions({
    target: ES2020,
    lib: ["es2022"],
    allowJs: true,
    allowNonTsExtensions: true,
    noEmit: true,
  });
  // Types serve completion only. Syntax errors are marked, type errors are not: scratch code need not satisfy a type
  // checker.
  javascriptDefaults.setDiagnosticsOptions({
    noSemanticValidation: true,
    noSuggestionDiagnostics: true,
    noSyntaxValidation: false,
  });
  const response = await fetch("/protocol.d.ts").catch(() => null);
  if (response?.ok) javascriptDefaults.addExtraLib(await response.text(), "file:///protocol.d.ts");
}

/** Registers the protocol's types once. If the file cannot be loaded, scripts can be edited without them. */
export function setUpJavascript(): Promise<void> {
  ready ??= setUp();
  return ready;
}
