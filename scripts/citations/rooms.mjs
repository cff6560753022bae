// Rooms as the documents describe them: each has a README, and what that and the picture say about imports is true.
import path from "node:path";

/** Imported by nearly every room: the picture leaves these arrows out. */
const GROUND = new Set(["util", "json", "protocol"]);

/** `lib/view/rows` belongs to `lib/view`, `components/ui` to `components`. */
const wholeOf = (room) =>
  room
    .split("/")
    .slice(0, room.startsWith("lib/") ? 2 : 1)
    .join("/");

/** What each whole room may import of others, by scripts/arrows.json. */
function importsOf(arrows) {
  const found = new Map();
  for (const [room, { folders }] of Object.entries(arrows)) {
    const whole = wholeOf(room);
    const others = folders.map(wholeOf).filter((other) => other !== whole);
    found.set(whole, new Set([...(found.get(whole) ?? []), ...others]));
  }
  return found;
}

/** Rooms without a README of their own whose name no README above has in backticks. */
export function roomsWithoutReadme(files, arrows) {
  const rooms = Object.keys(arrows).filter((room) => room.includes("/"));
  return rooms
    .filter((room) => !isDescribed(room, files))
    .map((room) => `${room}: no README describes this room`);
}

function isDescribed(room, files) {
  if (files.has(`${room}/README.md`)) return true;
  const above = path.posix.dirname(room);
  const text = files.get(`${above}/README.md`) ?? "";
  return above !== "." && text.includes(`\`${path.posix.basename(room)}\``);
}

/** READMEs whose line "May import" names other rooms than scripts/arrows.json; one that names none is not compared. */
export function wrongImports(files, arrows) {
  return [...importsOf(arrows)].flatMap(([room, imports]) => {
    const [line = ""] = /^- \*\*May import:\*\*.*$/m.exec(files.get(`${room}/README.md`) ?? "") ?? [];
    const named = new Set([...line.matchAll(/`(lib\/[\w/-]+)`/g)].map(([, name]) => wholeOf(name)));
    if (named.size === 0) return [];
    return differences(named, imports, (name, extra) =>
      extra
        ? `${room}/README.md: names ${name} as an import`
        : `${room}/README.md: leaves out the import of ${name}`,
    );
  });
}

const PAGE = "docs/architecture.md";

/** Arrows of the picture that no import stands for, and imports that the picture leaves out. */
export function wrongPicture(files, arrows) {
  const [, picture = ""] = /```mermaid\n([\s\S]*?)```/.exec(files.get(PAGE) ?? "") ?? [];
  const short = (room) => room.replace(/^lib\//, "");
  const isDrawn = ([, to]) => !GROUND.has(to);
  const drawn = [...picture.matchAll(/^\s*(\w+)(?:\["[^"]*"\])? --(?: "[^"]*" --)?> (\w+)/gm)]
    .map(([, from, to]) => [from, to])
    .filter(isDrawn);
  const real = [...importsOf(arrows)].flatMap(([from, others]) =>
    [...others].map((to) => [short(from), short(to)]).filter(isDrawn),
  );
  const keys = (pairs) => new Set(pairs.map(([from, to]) => `${from} → ${to}`));
  return differences(keys(drawn), keys(real), (arrow, extra) =>
    extra ? `${PAGE}: draws ${arrow}, which nothing imports` : `${PAGE}: does not draw ${arrow}`,
  );
}

const differences = (named, real, wording) => [
  ...[...named].filter((name) => !real.has(name)).map((name) => wording(name, true)),
  ...[...real].filter((name) => !named.has(name)).map((name) => wording(name, false)),
];
