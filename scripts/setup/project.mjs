import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. All scripts work from here, wherever they are started. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Makes the project the working folder and turns off what would contact other servers. */
export function enterProject() {
  process.chdir(root);
  process.env.NEXT_TELEMETRY_DISABLED = "1";
}

/** The entry file of an installed package's command, to be started with node itself. */
export const commandFile = (file) => path.join(root, "node_modules", ...file.split("/"));
