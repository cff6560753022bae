// Whether everything that the code and the documents cite exists: decisions, edge cases and sections of the contract,
// recorded cases, pages, files, and the functions that docs/architecture.md names. Also whether each room has a README and
// each component file a line of purpose.
import { brokenCitations } from "./citations/contract.mjs";
import {
  brokenPaths,
  brokenWalks,
  roomsWithoutReadme,
  strayDocuments,
  withoutPurpose,
} from "./citations/documents.mjs";
import { projectFiles } from "./citations/files.mjs";

const files = projectFiles(process.cwd());
const rooms = Object.keys(JSON.parse(files.get("scripts/arrows.json"))).filter((room) => room.includes("/"));
const broken = [
  ...brokenCitations(files),
  ...strayDocuments(files),
  ...brokenPaths(files),
  ...brokenWalks(files),
  ...roomsWithoutReadme(files, rooms),
  ...withoutPurpose(files),
];

if (broken.length > 0) {
  console.error(broken.join("\n"));
  process.exit(1);
}
console.log(`citations: ${files.size} files, all that they cite exists`);
