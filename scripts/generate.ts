// `npm run generate`: writes the files in public/ that come from the schemas.
import { writeFileSync } from "node:fs";
import { generatedFiles } from "./generate/files";

for (const { file, text } of generatedFiles()) {
  writeFileSync(file, text);
  console.log(`${file}: ${text.length} characters`);
}
