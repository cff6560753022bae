// Uses only syntax that old versions of Node can read, so that it can report an old version.

/** Ends the process with a sentence that says what to do when this Node is too old for the project. */
export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `Callscope needs Node.js 20.19 or newer; this is ${process.versions.node}. Install a current version from https://nodejs.org and run the command again.`,
  );
  process.exit(1);
}
