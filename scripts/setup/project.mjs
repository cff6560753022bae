import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. All scripts work from there, wherever they were called. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Makes the project the working folder and switches off what would call out of it. */
export function enterProject() {
  process.chdir(root);
  process.env.NEXT_TELEMETRY_DISABLED = "1";
}

/** The entry file of an installed package's command, to be started with node itself. */
export const commandFile = (file) => path.join(root, "node_modules", ...file.split("/"));
