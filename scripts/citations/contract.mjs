// Citations of the contract: each cited decision, edge case, recorded case and section has to exist.

const CONTRACT = "docs/contract.md";
const NO_PART = String.raw`(?<![\w#-])`;
const DECISION = new RegExp(String.raw`${NO_PART}D[1-9]\d?\b`, "g");
const CASE = new RegExp(String.raw`${NO_PART}C\d{3}\b`, "g");
const EDGES = /\bedges?\s+(\d+(?:(?:\s*(?:,|–|-|and|or|to)\s*)+\d+)*)/gi;
const SECTION = /docs\/contract\.md#([\w-]+)/g;

/** The anchor that a heading of a Markdown page gets. */
const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

export const anchorsIn = (text) =>
  new Set([...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) => anchorOf(heading)));

/** The ids that may be cited, from the contract and from the fixtures with recorded cases. */
function knownIds(files) {
  const contract = files.get(CONTRACT) ?? "";
  const rows = [...contract.matchAll(/^\| (D\d+|edge \d+) +\|/gm)].map(([, id]) => id);
  const cases = [...files]
    .filter(([file]) => file.includes("/fixtures/") && file.endsWith(".json"))
    .flatMap(([, text]) => [...text.matchAll(/"id": ?"(C\d{3})"/g)].map(([, id]) => id));
  const sections = [...anchorsIn(contract)].map((anchor) => `${CONTRACT}#${anchor}`);
  return new Set([...rows, ...cases, ...sections]);
}

/** The ids that a text cites. Of a range such as D20–D22 the two ends count. */
function citedIds(text) {
  const edges = [...text.matchAll(EDGES)].flatMap(([, numbers]) => numbers.match(/\d+/g) ?? []);
  const sections = [...text.matchAll(SECTION)].map(([link]) => link);
  const named = [...text.matchAll(DECISION), ...text.matchAll(CASE)].map(([id]) => id);
  return new Set([...named, ...edges.map((number) => `edge ${number}`), ...sections]);
}

/** One sentence for each citation of something that does not exist. */
export function brokenCitations(files) {
  const known = knownIds(files);
  return [...files].flatMap(([file, text]) =>
    [...citedIds(text)]
      .filter((id) => !known.has(id))
      .map((id) => `${file}: cites ${id}, which is neither in ${CONTRACT} nor in a fixture`),
  );
}
