// Whether everything that the code and the documents cite exists: decisions, edge cases and sections of the contract,
// recorded cases, pages, files, and the functions that docs/architecture.md names. Also whether each room has a README
// that names its imports, and
// each component file a line of purpose.
import { brokenCitations } from "./citations/contract.mjs";
import { brokenPaths, brokenWalks, strayDocuments, withoutPurpose } from "./citations/documents.mjs";
import { projectFiles } from "./citations/files.mjs";
import { roomsWithoutReadme, wrongImports, wrongPicture } from "./citations/rooms.mjs";

const files = projectFiles(process.cwd());
const arrows = JSON.parse(files.get("scripts/arrows.json"));
const broken = [
  ...brokenCitations(files),
  ...strayDocuments(files),
  ...brokenPaths(files),
  ...brokenWalks(files),
  ...roomsWithoutReadme(files, arrows),
  ...wrongImports(files, arrows),
  ...wrongPicture(files, arrows),
  ...withoutPurpose(files),
];

if (broken.length > 0) {
  console.error(broken.join("\n"));
  process.exit(1);
}
console.log(`citations: ${files.size} files, all that they cite exists`);
