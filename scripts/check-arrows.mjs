// The import arrows as a check: each room lists what it may import. Fails on a forbidden import, on an entry that no
// file uses any more, and on a circle between rooms or between files.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { circles } from "./setup/circles.mjs";

/** Room (longest prefix wins) → what its files may import: other rooms, and npm packages or node: modules. */
const ARROWS = JSON.parse(readFileSync(new URL("./arrows.json", import.meta.url), "utf8"));

const root = process.cwd();
const rooms = Object.keys(ARROWS).sort((a, b) => b.length - a.length);
const used = new Set();
const problems = [];
/** File → the files it imports; a room holds the same for rooms. */
const files = new Map();
const roomGraph = new Map();

const roomOf = (file) => rooms.find((room) => file === room || file.startsWith(`${room}/`));
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

const fileOf = (local) => ["", ".ts", ".tsx"].map((end) => local + end).find((file) => files.has(file));

function specifiersOf(file) {
  const text = readFileSync(path.join(root, file), "utf8");
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) problems.push(`${file}: cannot be parsed: ${errors[0].message}`);
  const fixed = [...module.staticImports, ...module.staticExports.flatMap((e) => e.entries)]
    .map((entry) => entry.moduleRequest?.value)
    .filter(Boolean);
  const dynamic = module.dynamicImports
    .map((d) => text.slice(d.moduleRequest.start + 1, d.moduleRequest.end - 1))
    .filter((name) => /^[@./\w-]+$/.test(name));
  return [...new Set([...fixed, ...dynamic])];
}

function checkPackage(file, from, target) {
  const match = [target.exact, target.pkg].find((name) => name && ARROWS[from].packages.includes(name));
  if (match) used.add(`${from} → ${match}`);
  else problems.push(`${file}: ${from} may not import the package ${target.exact ?? target.pkg}`);
}

function check(file, from, specifier) {
  const target = targetOf(file, specifier);
  if (target.pkg) {
    checkPackage(file, from, target);
    return;
  }
  const imported = fileOf(target.local);
  if (imported) files.get(file).add(imported);
  const to = roomOf(target.local) ?? target.local.split("/")[0];
  if (to === from) return;
  roomGraph.get(from).add(to);
  if (ARROWS[from].folders.includes(to)) used.add(`${from} → ${to}`);
  else problems.push(`${file}: ${from} may not import ${to} (${specifier})`);
}

for (const top of ["app", "components", "lib"]) {
  for (const file of sources(top)) if (!isTest(file)) files.set(file, new Set());
}
for (const room of rooms) roomGraph.set(room, new Set());
for (const file of files.keys()) {
  const from = roomOf(file);
  if (!from) problems.push(`${file}: its folder is not in scripts/arrows.json`);
  else for (const specifier of specifiersOf(file)) check(file, from, specifier);
}
for (const [from, rule] of Object.entries(ARROWS)) {
  if (!existsSync(path.join(root, from)))
    problems.push(`stale: scripts/arrows.json names ${from}, which does not exist`);
  for (const to of [...rule.folders, ...rule.packages]) {
    if (!used.has(`${from} → ${to}`))
      problems.push(`stale: nothing in ${from} imports ${to}; take it out of scripts/arrows.json`);
  }
}
for (const [what, graph] of [
  ["rooms", roomGraph],
  ["files", files],
]) {
  for (const circle of circles(graph)) problems.push(`circle between ${what}: ${circle.join(" → ")}`);
}

if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`arrows: ${used.size} kept between ${rooms.length} rooms, no circles`);
