// The import arrows of the house as a check: each folder lists what it may import. Fails on a forbidden import
// and on an entry that no file uses any more.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";

/** Folder (longest prefix wins) → what its files may import: own folders, and npm packages or node: modules. */
const ARROWS = JSON.parse(readFileSync(new URL("./arrows.json", import.meta.url), "utf8"));

const root = process.cwd();
const folders = Object.keys(ARROWS).sort((a, b) => b.length - a.length);
const used = new Set();
const faults = [];

const folderOf = (file) => folders.find((folder) => file === folder || file.startsWith(`${folder}/`));
const isTest = (file) => /\.(test|suite)\.tsx?$|\/(fixtures|testing)\//.test(file);

function* sources(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const file = path.posix.join(dir, entry.name);
    if (entry.isDirectory()) yield* sources(file);
    else if (/\.(ts|tsx)$/.test(entry.name) && !entry.name.endsWith(".d.ts")) yield file;
  }
}

/** The target of a specifier: a file path inside the project, or a package name. */
function targetOf(file, specifier) {
  if (specifier.startsWith("@/")) return { local: specifier.slice(2) };
  if (specifier.startsWith(".")) return { local: path.posix.join(path.posix.dirname(file), specifier) };
  if (specifier.startsWith("node:")) return { pkg: "node:*", exact: specifier };
  const parts = specifier.split("/");
  return { pkg: specifier.startsWith("@") ? parts.slice(0, 2).join("/") : parts[0] };
}

function specifiersOf(file) {
  const { module, errors } = parseSync(file, readFileSync(path.join(root, file), "utf8"));
  if (errors.length > 0) faults.push(`${file}: cannot be parsed: ${errors[0].message}`);
  const fixed = [...module.staticImports, ...module.staticExports.flatMap((e) => e.entries)]
    .map((entry) => entry.moduleRequest?.value)
    .filter(Boolean);
  const dynamic = module.dynamicImports
    .map((d) =>
      readFileSync(path.join(root, file), "utf8").slice(d.moduleRequest.start + 1, d.moduleRequest.end - 1),
    )
    .filter((text) => /^[@./\w-]+$/.test(text));
  return [...new Set([...fixed, ...dynamic])];
}

function check(file, from, specifier) {
  const target = targetOf(file, specifier);
  const rule = ARROWS[from];
  if (target.pkg) {
    const match = [target.exact, target.pkg].find((name) => name && rule.packages.includes(name));
    if (match) used.add(`${from} → ${match}`);
    else faults.push(`${file}: ${from} may not import the package ${target.exact ?? target.pkg}`);
    return;
  }
  const to = folderOf(target.local) ?? target.local.split("/")[0];
  if (to === from) return;
  if (rule.folders.includes(to)) used.add(`${from} → ${to}`);
  else faults.push(`${file}: ${from} may not import ${to} (${specifier})`);
}

for (const top of ["app", "components", "lib"]) {
  for (const file of sources(top)) {
    if (isTest(file)) continue;
    const from = folderOf(file);
    if (!from) faults.push(`${file}: its folder is not in scripts/arrows.json`);
    else for (const specifier of specifiersOf(file)) check(file, from, specifier);
  }
}
for (const [from, rule] of Object.entries(ARROWS)) {
  for (const to of [...rule.folders, ...rule.packages]) {
    if (!used.has(`${from} → ${to}`))
      faults.push(`stale: nothing in ${from} imports ${to}; take it out of scripts/arrows.json`);
  }
}

if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
console.log(`arrows: ${used.size} kept`);
