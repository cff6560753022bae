/** The thread for completion and formatting of JSON. */
import "monaco-editor/language/json/json.worker.js";
