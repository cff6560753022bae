// `npm run dev`: the app from its sources, reloading as they change.
import { requireNode } from "./setup/node-version.mjs";

requireNode();
const { createServer } = await import("node:http");
const { commandFile, enterProject } = await import("./setup/project.mjs");
const { ensureInstalled } = await import("./setup/install.mjs");
const { listen, wantedAddress } = await import("./setup/listen.mjs");
const { runNode } = await import("./setup/run.mjs");

/** A port that is free now; Next's own server binds it a moment later. */
async function choosePort(wanted) {
  const probe = createServer();
  const port = await listen(probe, wanted);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

enterProject();
await ensureInstalled();
const { buildWorkers } = await import("./build-workers.mjs");
await buildWorkers();
try {
  const wanted = wantedAddress(process.env);
  const port = await choosePort(wanted);
  process.exitCode = await runNode(
    commandFile("next/dist/bin/next"),
    ["dev", "-H", wanted.host, "-p", String(port)],
    {
      env: { ...process.env, HOST: wanted.host, PORT: String(port) },
    },
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
