// References between the documents and to files: whatever a page names has to exist.
import path from "node:path";
import { anchorsIn } from "./contract.mjs";

const DOCUMENT = /[\w@./-]*[\w-]\.md\b/g;
const OUTSIDE = /\.\.\/shared\b|(?<![\w.])\/work\/|\b(?:the seed['’]s|seed ["“])/g;
const CODE = /`([^`\n]+)`/g;
const LINK = /\]\(([^)\s]+)\)/g;
const FILE = /^[\w.@()[\]-]+\.(?:tsx?|mjs|js|json|md|css|sh|ya?ml|html)$/;
const WALK = /^([\w@.()[\]/-]+\.(?:tsx?|mjs)): ([#\w.]+)$/;

const baseOf = (file) => path.posix.basename(file);
const isPage = (file) => file.endsWith(".md");

/** The folders and files of the project, for looking a name up. */
function catalogue(files) {
  const folders = new Set();
  for (const file of files.keys()) {
    for (let at = path.posix.dirname(file); at !== "."; at = path.posix.dirname(at)) folders.add(at);
  }
  const tops = new Set([...files.keys()].map((file) => file.split("/")[0]));
  return { files, folders, tops, names: new Set([...files.keys()].map(baseOf)) };
}

/** Texts that name a page which does not exist, or something outside the repository. */
export function strayDocuments(files) {
  const pages = new Set([...files.keys()].filter(isPage).map(baseOf));
  const read = [...files].filter(([file]) => !file.includes("/fixtures/"));
  return read.flatMap(([file, text]) => [
    ...distinct(text.matchAll(DOCUMENT))
      .filter((name) => !pages.has(baseOf(name)))
      .map((name) => `${file}: names the document ${name}, which is not in the repository`),
    ...distinct(text.matchAll(OUTSIDE)).map((words) => `${file}: “${words}” refers to something outside`),
  ]);
}

const distinct = (matches) => [...new Set([...matches].map(([whole]) => whole))];

/** Pages that name a file, a folder or a heading which does not exist. */
export function brokenPaths(files) {
  const all = catalogue(files);
  return [...files]
    .filter(([file]) => isPage(file))
    .flatMap(([page, text]) => brokenPathsIn(page, text, all));
}

function brokenPathsIn(page, text, all) {
  const words = [...text.matchAll(CODE)].map(([, word]) => word);
  const links = [...text.matchAll(LINK)].map(([, link]) => link);
  return [
    ...words.filter((word) => !isThere(page, word.replace(WALK, "$1"), all)).map((word) => `\`${word}\``),
    ...links.filter((link) => !leads(page, link, all)).map((link) => `the link ${link}`),
  ].map((what) => `${page}: ${what} does not exist`);
}

/** A path from the root, from the page's folder, or a file's bare name; any other word is no path. */
function isThere(page, word, all) {
  if (/[*<>{}\s]/.test(word)) return true;
  if (word.includes(".md#")) return leads(page, word, all) || leads("", word, all);
  const { files, folders, tops, names } = all;
  const plain = word.replace(/\/$/, "");
  const beside = path.posix.join(path.posix.dirname(page), plain);
  const exists = (at) => files.has(at) || folders.has(at);
  if (word.includes("/")) {
    const [first] = word.split("/");
    const isPath = first !== "" && (tops.has(first) || /^\.\.?$/.test(first) || FILE.test(baseOf(plain)));
    return !isPath || exists(plain) || exists(beside);
  }
  return !FILE.test(word) || names.has(word) || exists(plain);
}

function leads(page, link, { files, folders }) {
  if (/^[a-z]+:/.test(link)) return true;
  const [to, anchor] = link.split("#");
  const file = to === "" ? page : path.posix.join(path.posix.dirname(page), to);
  if (anchor) return anchorsIn(files.get(file) ?? "").has(anchor);
  return files.has(file) || folders.has(file);
}

/** Walks that name a function (`lib/x.ts: name`) which the file does not define. */
export function brokenWalks(files) {
  return [...files]
    .filter(([file]) => isPage(file))
    .flatMap(([page, text]) =>
      [...text.matchAll(CODE)].flatMap(([, word]) => {
        const [, file, names] = WALK.exec(word) ?? [];
        if (file === undefined || !files.has(file)) return [];
        return names
          .split(".")
          .filter((name) => !defines(files.get(file), name))
          .map((name) => `${page}: ${file} does not define ${name}`);
      }),
    );
}

/** Whether a source declares a name, as a variable, function, class, type, method or member. */
function defines(source, name) {
  const escaped = name.replaceAll("$", "\\$");
  const declared = new RegExp(
    String.raw`(?:^|\s)(?:function\*?|class|const|let|interface|type|enum)\s+${escaped}(?![\w$])`,
    "m",
  );
  const member = new RegExp(
    String.raw`^\s+(?:(?:async|static|override|readonly|private|get|set|public)\s+)*\*?${escaped}(?:<[^(]*>)?\s*(?:\(.*(?:\{|\($|,$)|[=:]\s)`,
    "m",
  );
  return declared.test(source) || member.test(source);
}

/** Component files that do not say what they are for: at their head, or right above something they export. */
export function withoutPurpose(files) {
  const components = [...files].filter(([file]) => /^components\/.*(?<!\.test)\.tsx?$/.test(file));
  return components
    .filter(([, text]) => !/^(?:"use client";\s*)?\/\*\*/.test(text) && !/\*\/\nexport /.test(text))
    .map(([file]) => `${file}: has no line that says what it is for`);
}
