/** The thread for the editor's own work: differences, links, words. */
import "monaco-editor/editor/editor.worker.js";
