/**
 * Rewrites a schema for the validator: only the dialect's rules, and every reference a plain local one. Unknown
 * keywords can have no effect (D12), addresses cannot clash, and each emitted schema knows its origin. `$dynamicRef`
 * and `$recursiveRef` are resolved here: a schema is emitted once for each set of dynamic anchors under which it can be
 * reached (JSON Schema core 2020-12, 8.2.3.2), so that the reference has one target.
 */

import { childPointer } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import type { Resource, SchemaGraph, SchemaNode, Target } from "@/lib/schema/language/graph";
import { isRule, type Kind, keywordsOf } from "@/lib/schema/language/keywords";
import { isSchema, refShutsOut, type SchemaObject } from "@/lib/schema/language/subschemas";

/** The keyword that replaces the schema `false`, so that it is an object with an origin. */
export const NEVER = "x-never";

export interface Emitted {
  schema: SchemaObject;
  /** Where each emitted schema comes from. */
  origins: ReadonlyMap<object, SchemaNode>;
  /** Reachable references that lead nowhere. */
  broken: BrokenReference[];
  /** The reference keywords in use whose target depends on the dynamic scope: `$dynamicRef`, `$recursiveRef`. */
  dynamic: ReadonlySet<string>;
}

export interface BrokenReference {
  from: SchemaNode;
  keyword: string;
}

/** The schema of each dynamic anchor, from the outermost resource that has it. `key` distinguishes scopes. */
interface Scope {
  anchors: ReadonlyMap<string, SchemaNode>;
  key: string;
}

/** The name of the root for references to it. */
const ROOT = "root";
const NO_SCOPE: Scope = { anchors: new Map(), key: "" };
/** The only dynamic anchor of 2019-09, which has no name. */
const RECURSIVE = "$recursiveAnchor";
/** For these keywords the validator itself names the extra member or item, so a plain `false` stays. */
const SPEAK_FALSE = new Set([
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "additionalItems",
]);

/** Which of the dialect's rules count. */
export interface Choice {
  /** Whether a format is a rule. */
  formatIsRule: (name: string) => boolean;
  /** Keywords of vocabularies that are not in use. */
  inactive: ReadonlySet<string>;
}

export function emit(graph: SchemaGraph, choice: Choice): Emitted {
  return new Emitter(graph, choice).run();
}

class Emitter {
  private readonly origins = new Map<object, SchemaNode>();
  private readonly broken: BrokenReference[] = [];
  private readonly dynamic = new Set<string>();
  private readonly names = new Map<string, string>();
  private readonly todo: { node: SchemaNode; scope: Scope; name: string }[] = [];
  private readonly kinds: ReadonlyMap<string, Kind>;
  private rootIsNamed = false;

  constructor(
    private readonly graph: SchemaGraph,
    private readonly choice: Choice,
  ) {
    const all = [...keywordsOf(graph.dialect)];
    this.kinds = new Map(all.filter(([keyword]) => !choice.inactive.has(keyword)));
  }

  run(): Emitted {
    const { root } = this.graph;
    const scope = this.enter(NO_SCOPE, root.resource);
    this.names.set(nameOf(root, scope), ROOT);
    const schema = this.schema(root, scope);
    const $defs: SchemaObject = {};
    for (let next = this.todo.pop(); next; next = this.todo.pop()) {
      $defs[next.name] = this.schema(next.node, next.scope);
    }
    const { origins, broken, dynamic } = this;
    const record = { origins, broken, dynamic };
    if (this.rootIsNamed)
      return { schema: { $ref: `#/$defs/${ROOT}`, $defs: { ...$defs, [ROOT]: schema } }, ...record };
    return {
      schema: Object.keys($defs).length > 0 ? Object.assign(schema, { $defs }) : schema,
      ...record,
    };
  }

  private schema(node: SchemaNode, outer: Scope): SchemaObject {
    const { schema } = node;
    const out: SchemaObject = {};
    this.origins.set(out, node);
    if (schema === false) out[NEVER] = true;
    if (!isObject(schema)) return out;
    const scope = this.enter(outer, node.resource);
    const references: SchemaObject[] = [];
    const only = refShutsOut(schema, this.graph.dialect) ? ["$ref"] : Object.keys(schema);
    for (const keyword of only) {
      const kind = this.kinds.get(keyword);
      if (kind === "reference") references.push(...this.reference(node, keyword, scope));
      else if (kind && isRule(keyword)) this.rule(out, { node, keyword, kind }, scope);
    }
    addReferences(out, references);
    return out;
  }

  private rule(out: SchemaObject, at: { node: SchemaNode; keyword: string; kind: Kind }, scope: Scope): void {
    const { node, keyword, kind } = at;
    const value = isObject(node.schema) ? node.schema[keyword] : undefined;
    const pointer = childPointer(node.pointer, keyword);
    const inner = (schema: unknown, name?: string) =>
      this.inner(
        { ...node, pointer: name === undefined ? pointer : childPointer(pointer, name) },
        schema,
        scope,
      );
    if (keyword === "format") {
      if (typeof value === "string" && this.choice.formatIsRule(value)) out.format = value;
    } else if (!kind.startsWith("schema")) out[keyword] = value;
    else if (typeof value === "boolean" && this.speaksFalse(keyword, node.schema)) out[keyword] = value;
    else if (Array.isArray(value)) out[keyword] = value.map((schema, i) => inner(schema, String(i)));
    else if (!kind.includes("by")) out[keyword] = inner(value);
    else if (isObject(value)) addByName(out, keyword, mapEntries(value, inner));
  }

  private inner(place: SchemaNode, schema: unknown, scope: Scope): unknown {
    if (schema === true) return true;
    if (!isSchema(schema)) return schema;
    const known = isObject(schema) ? this.graph.nodes.get(schema) : undefined;
    return this.schema(known ?? { ...place, schema }, scope);
  }

  private speaksFalse(keyword: string, schema: SchemaNode["schema"]): boolean {
    if (SPEAK_FALSE.has(keyword)) return true;
    return (
      keyword === "items" &&
      isObject(schema) &&
      this.kinds.has("prefixItems") &&
      Object.hasOwn(schema, "prefixItems")
    );
  }

  private reference(node: SchemaNode, keyword: string, scope: Scope): SchemaObject[] {
    const text = isObject(node.schema) ? node.schema[keyword] : undefined;
    if (typeof text !== "string" || keyword === "$id" || keyword === "id") return [];
    if (keyword !== "$ref") this.dynamic.add(keyword);
    const target = this.graph.resolve(node, text);
    if ("fault" in target) {
      this.broken.push({ from: node, keyword });
      return [];
    }
    return [{ $ref: this.nameFor(this.settled(target, { keyword, text }, scope), scope) }];
  }

  /** The target, after the dynamic scope is applied. */
  private settled(
    target: Target & { node: SchemaNode },
    by: { keyword: string; text: string },
    scope: Scope,
  ): SchemaNode {
    const { schema } = target.node;
    if (!isObject(schema)) return target.node;
    if (by.keyword === "$recursiveRef") {
      return schema.$recursiveAnchor === true ? (scope.anchors.get(RECURSIVE) ?? target.node) : target.node;
    }
    const anchor = schema.$dynamicAnchor;
    if (by.keyword !== "$dynamicRef" || typeof anchor !== "string" || !by.text.endsWith(`#${anchor}`))
      return target.node;
    return scope.anchors.get(anchor) ?? target.node;
  }

  private nameFor(node: SchemaNode, outer: Scope): string {
    const scope = this.enter(outer, node.resource);
    const id = nameOf(node, scope);
    const known = this.names.get(id);
    if (known === ROOT) this.rootIsNamed = true;
    if (known !== undefined) return `#/$defs/${known}`;
    const name = `s${this.names.size}`;
    this.names.set(id, name);
    this.todo.push({ node, scope, name });
    return `#/$defs/${name}`;
  }

  /** The scope inside a resource: its dynamic anchors count where no outer resource has them. */
  private enter(scope: Scope, resource: Resource): Scope {
    const own = this.dynamicAnchors(resource);
    if ([...own.keys()].every((name) => scope.anchors.has(name))) return scope;
    const anchors = new Map([...own, ...scope.anchors]);
    const parts = [...anchors].map(([name, node]) => `${name} ${node.document}#${node.pointer}`);
    return { anchors, key: parts.sort().join("\n") };
  }

  private dynamicAnchors({ root, dynamicAnchors }: Resource): ReadonlyMap<string, SchemaNode> {
    if (this.graph.dialect !== "2019-09" || !isObject(root.schema)) return dynamicAnchors;
    return root.schema.$recursiveAnchor === true ? new Map([[RECURSIVE, root]]) : dynamicAnchors;
  }
}

/** The emitted schema that another one refers to; undefined where it is no reference. */
export function targetOf(schema: unknown, emitted: Emitted): unknown {
  if (!isObject(schema) || typeof schema.$ref !== "string") return undefined;
  const defs = emitted.schema.$defs;
  return isObject(defs) ? defs[schema.$ref.slice("#/$defs/".length)] : undefined;
}

function nameOf(node: SchemaNode, scope: Scope): string {
  return `${node.document}#${node.pointer}\n${scope.key}`;
}

function addByName(out: SchemaObject, keyword: string, entries: [string, unknown][]): void {
  const isOfMembers = keyword === "properties" || keyword === "patternProperties";
  const shown = isOfMembers ? entries.filter(([name]) => name !== "__proto__") : entries;
  const before = isObject(out[keyword]) ? out[keyword] : {};
  out[keyword] = Object.fromEntries([...Object.entries(before), ...shown]);
  const hidden = isOfMembers ? entries.find(([name]) => name === "__proto__")?.[1] : undefined;
  if (hidden !== undefined) addHidden(out, keyword, hidden);
}

/** The validator ignores members called `__proto__`, but not patterns that match them. */
function addHidden(out: SchemaObject, keyword: string, schema: unknown): void {
  const pattern = keyword === "properties" ? "^__proto__$" : "(?:__proto__)";
  const patterns = isObject(out.patternProperties) ? out.patternProperties : {};
  const other = patterns[pattern];
  patterns[pattern] = other === undefined ? schema : { allOf: [other, schema] };
  out.patternProperties = patterns;
}

function mapEntries(
  value: SchemaObject,
  change: (inner: unknown, name: string) => unknown,
): [string, unknown][] {
  return Object.entries(value).map(([name, inner]) => [name, change(inner, name)]);
}

/** The first as `$ref`, any other (a `$dynamicRef` beside it) by way of allOf. */
function addReferences(out: SchemaObject, [first, ...more]: SchemaObject[]): void {
  if (first) Object.assign(out, first);
  if (more.length > 0) out.allOf = [...(Array.isArray(out.allOf) ? out.allOf : []), ...more];
}
