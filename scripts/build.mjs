// `npm run build`: the worker bundles and the production build, whether or not sources changed.
import { requireNode } from "./setup/node-version.mjs";

requireNode();
const { enterProject } = await import("./setup/project.mjs");
const { ensureInstalled } = await import("./setup/install.mjs");
const { build } = await import("./setup/build.mjs");

enterProject();
await ensureInstalled();
process.exitCode = await build();
