// `npm start`: installs and builds when needed, then serves the app. Settings: see README.md.
import { requireNode } from "./setup/node-version.mjs";

requireNode();
const { enterProject } = await import("./setup/project.mjs");
const { ensureInstalled } = await import("./setup/install.mjs");
const { buildIfChanged } = await import("./setup/build.mjs");
const { serve } = await import("./setup/serve.mjs");

enterProject();
await ensureInstalled();
const { code } = await buildIfChanged();
if (code !== 0) {
  console.error("The build failed; its message is above.");
  process.exit(code);
}
try {
  await serve();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
