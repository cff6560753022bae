import { describe, expect, test } from "vitest";
import { brokenCitations } from "./contract.mjs";
import { brokenPaths, brokenWalks, strayDocuments, withoutPurpose } from "./documents.mjs";
import { projectFiles } from "./files.mjs";
import { roomsWithoutReadme, wrongImports, wrongPicture } from "./rooms.mjs";

/** A small project: a contract with two ids and a section, and one recorded case. */
const project = (more: Record<string, string>) =>
  new Map(
    Object.entries({
      "docs/contract.md": "# The contract\n\n## Edge cases\n\n| D7 | x |\n| edge 41 | y |\n",
      "lib/schema/fixtures/cases.json": '[{ "id": "C001" }]',
      ...more,
    }),
  );

describe("the ids that a text cites", () => {
  test.each([
    ["(D7)", ["D7"]],
    ["D20–D22 and D1 to D3", ["D20", "D22", "D1", "D3"]],
    ["edge 41, D16: null", ["D16", "edge 41"]],
    ["edges 63, 64: a result", ["edge 63", "edge 64"]],
    ["Edges 3 and 4", ["edge 3", "edge 4"]],
    ["edge 105: 49 rounds", ["edge 105"]],
    ["C148 answers", ["C148"]],
    ["docs/contract.md#siblings", ["docs/contract.md#siblings"]],
    ["the colour #D10, \\uD800, 3D2, an edge case, C12, a D-word", []],
  ])("%s", (text, ids) => {
    const broken = brokenCitations(new Map([["lib/a.ts", text]]));
    const named = broken.map((sentence) => /cites (.*), which/.exec(sentence)?.[1]);
    expect(named.sort()).toEqual([...ids].sort());
  });
});

describe("citations", () => {
  test("of what exists pass", () => {
    const text = "// D7, edge 41, C001, docs/contract.md#edge-cases";
    expect(brokenCitations(project({ "lib/a.ts": text }))).toEqual([]);
  });

  test.each(["D8", "edge 42", "C002", "docs/contract.md#nowhere"])(
    "of %s, which is missing, are found",
    (id) => {
      expect(brokenCitations(project({ "lib/a.ts": `// see ${id}` }))).toEqual([
        `lib/a.ts: cites ${id}, which is neither in docs/contract.md nor in a fixture`,
      ]);
    },
  );

  test("a heading's anchor is that of GitHub", () => {
    const page = "## Siblings, and `their` end: the loop\n[x](#siblings-and-their-end-the-loop)";
    expect(brokenPaths(project({ "docs/page.md": page }))).toEqual([]);
  });
});

describe("documents", () => {
  test("a page that is not in the repository is found", () => {
    const missing = `${"house"}.md`;
    const files = project({
      "lib/a.ts": `// ${missing}, docs/contract.md`,
      "lib/b/fixtures/c.json": missing,
    });
    expect(strayDocuments(files)).toEqual([
      `lib/a.ts: names the document ${missing}, which is not in the repository`,
    ]);
  });

  test.each([`..${"/shared"}`, `${"/work"}/main`])("%s is outside", (where) => {
    expect(strayDocuments(project({ "lib/a.ts": `// ${where}` }))).toHaveLength(1);
  });

  test("paths, links and bare names of files that exist pass, and words that are no path", () => {
    const text = [
      "`lib/a.ts` `lib/` `a.ts` `contract.md` `docs/contract.md#edge-cases` `*.test.ts` `GET /api/x` `text/html`",
      "[here](contract.md#edge-cases) [there](../lib/a.ts) [out](https://a.example/b)",
    ].join("\n");
    expect(brokenPaths(project({ "docs/page.md": text, "lib/a.ts": "" }))).toEqual([]);
  });

  test.each([
    ["`lib/b.ts`", "`lib/b.ts`"],
    ["`b.ts`", "`b.ts`"],
    ["`sub/b.ts`", "`sub/b.ts`"],
    ["`docs/contract.md#nowhere`", "`docs/contract.md#nowhere`"],
    ["[x](b.md)", "the link b.md"],
    ["[x](contract.md#nowhere)", "the link contract.md#nowhere"],
  ])("%s does not exist", (text, what) => {
    expect(brokenPaths(project({ "docs/page.md": text, "lib/a.ts": "" }))).toEqual([
      `docs/page.md: ${what} does not exist`,
    ]);
  });

  test("a walk names functions that its files define", () => {
    const files = project({
      "docs/page.md": "`lib/a.ts: here` then `lib/a.ts: Box.put` then `lib/a.ts: gone`",
      "lib/a.ts": "export function here() {}\nclass Box {\n  async put(x) {\n  }\n}\n// gone()",
    });
    expect(brokenWalks(files)).toEqual(["docs/page.md: lib/a.ts does not define gone"]);
    expect(brokenPaths(files)).toEqual([]);
  });

  test.each([
    ["const f = 1", "f", true],
    ["export async function f(a) {", "f", true],
    ["  #f(a: string): void {", "#f", true],
    ["  f: () => 1,", "f", true],
    ["  return f(1);", "f", false],
    ["const f2 = 1", "f", false],
  ])("%j defines %s: %s", (source, name, expected) => {
    const files = project({ "docs/page.md": `\`lib/a.ts: ${name}\``, "lib/a.ts": source });
    expect(brokenWalks(files).length === 0).toBe(expected);
  });

  test("a component file says what it is for", () => {
    const files = project({
      "components/a.tsx": '"use client";\n/** A. */\nimport x;\nexport function A() {}',
      "components/b.tsx": "import x;\n/** B. */\nexport function B() {}",
      "components/c.tsx": "import y;\n/** Of x. */\nconst x = 1;\n\nexport function C() {}",
      "components/c.test.tsx": "",
    });
    expect(withoutPurpose(files)).toEqual(["components/c.tsx: has no line that says what it is for"]);
  });
});

describe("rooms", () => {
  const room = (...folders: string[]) => ({ folders, packages: [] });

  test("a room has a README, or the one above names it", () => {
    const files = project({ "lib/a/README.md": "| `b` | letters |", "lib/a/b/x.ts": "", "lib/a/c/x.ts": "" });
    const arrows = { "lib/a": room(), "lib/a/b": room(), "lib/a/c": room(), app: room() };
    expect(roomsWithoutReadme(files, arrows)).toEqual(["lib/a/c: no README describes this room"]);
  });

  test("a README names what its room and its sub-rooms may import", () => {
    const readme = "- **May import:** `lib/b/x`, `lib/d`; the package zod.";
    const files = project({ "lib/a/README.md": readme, "lib/b/README.md": "- **May import:** anything." });
    const arrows = { "lib/a": room("lib/b/x"), "lib/a/s": room("lib/a", "lib/c"), "lib/b": room("lib/c") };
    expect(wrongImports(files, arrows)).toEqual([
      "lib/a/README.md: names lib/d as an import",
      "lib/a/README.md: leaves out the import of lib/c",
    ]);
  });

  test("the picture has an arrow for each import but those of the ground rooms", () => {
    const picture =
      '```mermaid\nflowchart TD\n  app["the app"] --> a\n  a -- "in part" --> b\n  a --> json\n```';
    const files = project({ "docs/architecture.md": picture });
    const arrows = { app: room("lib/a"), "lib/a/s": room("lib/util", "lib/c") };
    expect(wrongPicture(files, arrows)).toEqual([
      "docs/architecture.md: draws a → b, which nothing imports",
      "docs/architecture.md: does not draw a → c",
    ]);
  });
});

test("the project's files: its own texts, without packages, data of others and pictures", () => {
  const files = projectFiles(process.cwd());
  expect(files.get("package.json")).toContain('"callscope"');
  expect([...files.keys()].filter((file) => /^(node_modules|\.git|test-data)\//.test(file))).toEqual([]);
  expect(files.get("public/screenshot.png")).toBe("");
});
