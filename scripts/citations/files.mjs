// The project's own text files: what the citation check reads.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Other people's data, what a tool writes, and the check's own test, which cites what does not exist. */
const LEFT_OUT = new Set([".git", "test-data", "package-lock.json", "citations.test.ts"]);

/** Whether a name is on the ignore list: its lines are `name/`, `name` or `*.ending`. */
const isIgnored = (name, lines) =>
  lines.some((line) =>
    line.startsWith("*") ? name.endsWith(line.slice(1)) : name === line.replace(/\/$/, ""),
  );

/** Every text file below `root` by its path with `/`; left out are ignored files and other people's data. */
export function projectFiles(root) {
  const lines = readFileSync(path.join(root, ".gitignore"), "utf8").split("\n").filter(Boolean);
  const files = new Map();
  const walk = (folder) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (LEFT_OUT.has(entry.name) || isIgnored(entry.name, lines)) continue;
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) walk(file);
      else files.set(file, textOf(path.join(root, file)));
    }
  };
  walk("");
  return files;
}

/** The text of a file, empty for a picture or another file that is no text. */
function textOf(file) {
  const text = readFileSync(file, "utf8");
  return text.includes("\0") ? "" : text;
}
