/**
 * Turns the marks of a sketch into real references, addresses and anchors. Every reference leads to a schema of the
 * same text, in one of its possible spellings, and none leads back to itself without going into a member or an item.
 */
import { type Dialect, since } from "@/lib/schema/language/dialect";
import type { Sketch } from "./schemas";

type Part = Record<string, unknown>;

/** A schema object of the text, with its place and the other schemas that apply to the same value. */
interface Site {
  schema: Part;
  /** From the root of its resource, as tokens. */
  path: string[];
  resource: Resource;
  anchors: string[];
  /** The schemas that apply to the same value. */
  beside: Site[];
}

interface Resource {
  /** Without a fragment; null for a root that has no address. */
  uri: string | null;
  /** The base of relative addresses inside. */
  base: string;
  root: Part;
  names: Set<string>;
}

const SINGLE = [
  "additionalProperties",
  "additionalItems",
  "items",
  "contains",
  "propertyNames",
  "unevaluatedItems",
];
const SINGLES = [...SINGLE, "unevaluatedProperties", "not", "if", "then", "else"];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
const MAPS = ["properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"];
const SAME_VALUE = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "dependencies",
]);
const MARKS = ["~label", "~ref", "~id", "~anchor", "~dynamicAnchor", "~dynamicRef"];
const UNKNOWN_BASE = "https://unknown.example/";

/** The parts of a schema that can be written in several ways. */
export interface Spelling {
  /** A token of a pointer in a reference. */
  token: (text: string) => string;
  /** Words that are not keywords and are left out. */
  without: readonly string[];
}

/** Every character that may be escaped is. */
const STRICT: Spelling = { token: encodeURIComponent, without: [] };

export function link(sketch: Sketch, dialect: Dialect, spelling = STRICT): Sketch {
  if (typeof sketch === "boolean") return sketch;
  const schema = structuredClone(sketch);
  new Linker(schema, dialect, spelling).run();
  dropMarks(schema);
  return schema;
}

class Linker {
  private readonly sites: Site[] = [];
  private readonly isNew: boolean;
  private count = 0;

  constructor(
    private readonly root: Part,
    private readonly dialect: Dialect,
    private readonly spelling: Spelling,
  ) {
    this.isNew = since(dialect, "2019-09");
  }

  run(): void {
    const resource: Resource = { uri: null, base: UNKNOWN_BASE, root: this.root, names: new Set() };
    this.visit(this.root, [], resource);
    for (const site of this.sites) this.refer(site);
    for (const site of this.sites) this.referDynamically(site);
    this.leaveOut(this.root);
  }

  private leaveOut(schema: Part): void {
    for (const word of this.spelling.without) delete schema[word];
    for (const [, inner] of innerOf(schema)) this.leaveOut(inner);
  }

  private visit(schema: Part, path: string[], outer: Resource): Site {
    const resource = this.address(schema, outer);
    const own = resource === outer ? path : [];
    const site: Site = { schema, path: own, resource, anchors: [], beside: [] };
    this.sites.push(site);
    this.anchor(site);
    if (!this.isNew && schema["~ref"] !== undefined) return site;
    for (const [keyword, inner, tokens] of innerOf(schema)) {
      const found = this.visit(inner, [...own, keyword, ...tokens], resource);
      if (SAME_VALUE.has(keyword)) site.beside.push(found);
    }
    return site;
  }

  /** Up to draft-07 nothing beside a reference counts, not even its address. */
  private address(schema: Part, outer: Resource): Resource {
    const mark = schema["~id"];
    const shutOut = !this.isNew && schema["~ref"] !== undefined;
    if (typeof mark !== "number" || shutOut) return outer;
    const n = this.count++;
    const forms = [
      `s${n}.json`,
      `https://other.example/d/s${n}.json`,
      `dir${n}/s.json`,
      `../up${n}.json`,
      `s${n}`,
    ];
    const text = forms[mark % forms.length] ?? "s.json";
    // A relative address of the root depends on where the text was found, and the two validators may differ there.
    const id = schema === this.root ? `https://root.example/x/s${n}.json` : text;
    schema[this.dialect === "draft-04" ? "id" : "$id"] = id;
    const uri = new URL(id, outer.base).href;
    return { uri, base: uri, root: schema, names: new Set() };
  }

  private anchor(site: Site): void {
    if (!this.isNew) {
      this.oldAnchor(site);
      return;
    }
    const { schema, resource } = site;
    if (schema["~anchor"] !== undefined) this.name(site, "$anchor", `anchor${Number(schema["~anchor"]) % 3}`);
    const dynamic = schema["~dynamicAnchor"];
    if (dynamic === undefined) return;
    if (this.dialect === "2020-12")
      this.name(site, "$dynamicAnchor", ["node", "leaf", "anchor0"][Number(dynamic) % 3] ?? "");
    else if (resource.root === schema) schema.$recursiveAnchor = true;
  }

  /** Up to draft-07 an address that is a mere fragment is what an anchor is later. */
  private oldAnchor({ schema, resource, anchors }: Site): void {
    const idWord = this.dialect === "draft-04" ? "id" : "$id";
    const has = (word: string) => schema[word] !== undefined;
    if (!has("~anchor") || has("~ref") || has(idWord) || resource.root === schema) return;
    const name = `anchor${this.count++}`;
    schema[idWord] = `#${name}`;
    anchors.push(name);
  }

  private name({ schema, resource, anchors }: Site, keyword: string, name: string): void {
    if (resource.names.has(name)) return;
    resource.names.add(name);
    schema[keyword] = name;
    anchors.push(name);
  }

  private refer(site: Site): void {
    const mark = site.schema["~ref"];
    if (typeof mark !== "object" || mark === null) return;
    const { target = 0, form = 0 } = mark as { target?: number | string; form?: number };
    const labelled = this.sites.findIndex(({ schema }) => schema["~label"] === target);
    const first = typeof target === "number" ? target % this.sites.length : Math.max(labelled, 0);
    for (const other of [...this.sites.slice(first), ...this.sites.slice(0, first)]) {
      const texts = this.texts(site, other);
      if (texts.length === 0 || reaches(other, site)) continue;
      site.beside.push(other);
      site.schema.$ref = texts[form % texts.length];
      return;
    }
  }

  /** The ways to write a reference from one place to another. */
  private texts(from: Site, to: Site): string[] {
    const pointer = to.path.map((token) => `/${this.spelling.token(escaped(token))}`).join("");
    const fragments = [`#${pointer}`, ...to.anchors.map((name) => `#${name}`)];
    const same = from.resource === to.resource ? fragments : [];
    const { uri } = to.resource;
    if (uri === null) return same;
    const bare = pointer === "" ? [""] : [];
    const last = uri.slice(uri.lastIndexOf("/") + 1);
    const relative = new URL(last, from.resource.base).href === uri ? [last] : [];
    const path = uri.startsWith(new URL("/", from.resource.base).href) ? [new URL(uri).pathname] : [];
    const known = uri.startsWith(UNKNOWN_BASE) ? [] : [uri];
    const addresses = [...relative, ...path, ...known];
    return [...same, ...addresses.flatMap((address) => [...fragments, ...bare].map((end) => address + end))];
  }

  private referDynamically(site: Site): void {
    const mark = site.schema["~dynamicRef"];
    if (typeof mark !== "number" || !this.isNew) return;
    if (this.dialect === "2019-09") {
      const roots = this.sites.filter(({ schema, resource }) => resource.root === schema);
      const targets = roots.filter((r) => r.resource === site.resource || r.schema.$recursiveAnchor === true);
      this.setDynamic(site, { $recursiveRef: "#" }, targets);
      return;
    }
    const names = [...site.resource.names];
    const name = names[mark % Math.max(1, names.length)];
    if (name === undefined) return;
    const targets = this.sites.filter(
      (other) =>
        other.schema.$dynamicAnchor === name ||
        (other.resource === site.resource && other.anchors.includes(name)),
    );
    this.setDynamic(site, { $dynamicRef: `#${name}` }, targets);
  }

  private setDynamic(site: Site, reference: Part, targets: Site[]): void {
    if (targets.some((other) => reaches(other, site))) return;
    site.beside.push(...targets);
    Object.assign(site.schema, reference);
  }
}

/** Whether a schema leads to another by schemas that apply to the same value. */
function reaches(from: Site, to: Site): boolean {
  const seen = new Set<Site>();
  const todo = [from];
  for (let site = todo.pop(); site; site = todo.pop()) {
    if (site === to) return true;
    if (seen.has(site)) continue;
    seen.add(site);
    todo.push(...site.beside);
  }
  return false;
}

function dropMarks(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (isPart(value)) for (const mark of MARKS) delete value[mark];
  for (const inner of Object.values(value)) dropMarks(inner);
}

/** The schema objects right inside another, with the keyword that holds them and the tokens after it. */
function innerOf(schema: Part): [keyword: string, inner: Part, tokens: string[]][] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (isPart(value) && SINGLES.includes(keyword)) return [[keyword, value, []]];
    if (!(Array.isArray(value) ? LISTS : MAPS).includes(keyword) || typeof value !== "object") return [];
    return Object.entries(value ?? {}).flatMap(([name, inner]) =>
      isPart(inner) ? [[keyword, inner, [name]]] : [],
    );
  }) as [string, Part, string[]][];
}

function isPart(value: unknown): value is Part {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function escaped(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}
