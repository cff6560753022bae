/** The thread for completion and errors in scripts. */
import "monaco-editor/language/typescript/ts.worker.js";
