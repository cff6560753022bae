// `npm start`: installs and builds if needed, then serves the app. Settings: see README.md.
import { requireNode } from "./setup/node-version.mjs";

requireNode();
const { isStopping, stopOnSignals } = await import("./setup/stop.mjs");
stopOnSignals();
const { enterProject } = await import("./setup/project.mjs");
const { ensureInstalled } = await import("./setup/install.mjs");
const { buildIfChanged } = await import("./setup/build.mjs");
const { serve } = await import("./setup/serve.mjs");

enterProject();
await ensureInstalled();
const { code } = await buildIfChanged();
if (code !== 0 && !isStopping()) {
  console.error("The build failed; its message is above. Fix the error and run the command again.");
  process.exit(code);
}
try {
  await serve();
} catch (error) {
  // A start that was interrupted fails somewhere; that is not an error to report.
  if (!isStopping()) {
    console.error(error.message);
    process.exit(1);
  }
}
