/** A schema document as a graph: its schemas, the resources and anchors they name, and where references lead. */

import { childPointer, indexOfToken, pointerTokens } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import { type Dialect, dialectOf, since } from "./dialect";
import { isSchema, refShutsOut, type SchemaObject, subschemas } from "./subschemas";

/** One schema at its place. `document` is empty for the given text, otherwise the address of a known document. */
export interface SchemaNode {
  schema: SchemaObject | boolean;
  document: string;
  pointer: string;
  resource: Resource;
}

/** A schema with its own address (`$id`), and the anchors inside it. */
export class Resource {
  root: SchemaNode;
  readonly anchors = new Map<string, SchemaNode>();
  /** The anchors that a `$dynamicRef` can resolve to. */
  readonly dynamicAnchors = new Map<string, SchemaNode>();

  constructor(
    readonly uri: string,
    root: Omit<SchemaNode, "resource">,
  ) {
    this.root = { ...root, resource: this };
  }
}

export type Target =
  | { node: SchemaNode }
  | { fault: "dangling" | "remote" | "no reference"; address: string };

/** A reference in a schema, and where it leads. */
export interface Reference {
  from: SchemaNode;
  keyword: string;
  text: string;
  target: Target;
}

/** The known documents by address, such as the dialect's meta-schemas; undefined for any other: nothing is fetched. */
export type Documents = (address: string) => unknown;

/** The base for relative references in a schema without an address. */
const NO_ADDRESS = "schema:///";

const REFERENCE_KEYWORDS = ["$ref", "$dynamicRef", "$recursiveRef"];

export class SchemaGraph {
  readonly root: SchemaNode;
  readonly nodes = new Map<object, SchemaNode>();
  /** The references of the given text, including those in unused definitions. */
  readonly references: Reference[] = [];
  /** Schemas whose `$id` is already used by another one. */
  readonly twins: SchemaNode[] = [];
  private readonly resources = new Map<string, Resource>();
  private readonly unread: SchemaNode[] = [];

  constructor(
    schema: SchemaObject | boolean,
    readonly dialect: Dialect,
    private readonly documents: Documents,
  ) {
    this.root = this.addDocument(schema, "", NO_ADDRESS).root;
    for (let node = this.unread.pop(); node; node = this.unread.pop()) this.readReferences(node);
  }

  /** Where a reference in a schema leads. */
  resolve(from: SchemaNode, reference: string): Target {
    const address = absolute(reference, from.resource.uri);
    if (address === null) return { fault: "no reference", address: reference };
    const [uri, fragment] = splitFragment(address);
    const resource = this.resources.get(uri) ?? this.known(uri);
    if (!resource) return { fault: uri.startsWith(NO_ADDRESS) ? "dangling" : "remote", address };
    const name = decode(fragment);
    const node = name === "" || name.startsWith("/") ? this.at(resource, name) : resource.anchors.get(name);
    return node ? { node } : { fault: "dangling", address: reference };
  }

  /** The schema that a reference in one of this text's schemas leads to; null where it leads nowhere. */
  follow(schema: object, reference: string): SchemaNode | null {
    const target = this.resolve(this.nodes.get(schema) ?? this.root, reference);
    return "node" in target ? target.node : null;
  }

  private known(uri: string): Resource | undefined {
    const document = this.documents(uri);
    return isSchema(document) ? this.addDocument(document, uri, uri) : undefined;
  }

  private addDocument(schema: SchemaObject | boolean, document: string, uri: string): Resource {
    const resource = new Resource(uri, { schema, document, pointer: "" });
    this.resources.set(uri, resource);
    this.add(resource.root);
    return this.nodeOf(schema)?.resource ?? resource;
  }

  private nodeOf(schema: unknown): SchemaNode | undefined {
    return isObject(schema) ? this.nodes.get(schema) : undefined;
  }

  /** Adds a schema and everything inside it. */
  private add(first: SchemaNode): void {
    const todo = [first];
    for (let node = todo.pop(); node; node = todo.pop()) {
      const { schema, document } = node;
      if (!isObject(schema) || this.nodes.has(schema)) continue;
      const shutOut = refShutsOut(schema, this.dialect);
      const resource = shutOut ? node.resource : this.resourceOf(schema, node);
      const added = { schema, document, pointer: node.pointer, resource };
      if (resource.root.schema === schema) resource.root = added;
      this.nodes.set(schema, added);
      this.unread.push(added);
      if (!shutOut) this.addAnchors(schema, added);
      for (const inner of subschemas(schema, node.pointer, this.dialect)) {
        todo.push({ schema: inner.schema, document, pointer: inner.pointer, resource });
      }
    }
  }

  /** The resource a schema belongs to; its own if its `$id` is more than an anchor. */
  private resourceOf(schema: SchemaObject, node: SchemaNode): Resource {
    const [path, uri] = this.addressIn(schema, node);
    if (path === "" || uri === null) return node.resource;
    const twin = this.resources.get(uri);
    if (twin?.root.schema === schema) return twin;
    const resource = new Resource(uri, { schema, document: node.document, pointer: node.pointer });
    if (twin) this.twins.push(node);
    else this.resources.set(uri, resource);
    return resource;
  }

  private addressIn(schema: SchemaObject, node: SchemaNode): [string, string | null] {
    const id = this.idOf(schema);
    if (id === undefined) return ["", null];
    const [path] = splitFragment(id);
    return [path, absolute(path, node.resource.uri)];
  }

  private idOf(schema: SchemaObject): string | undefined {
    const id = schema[this.dialect === "draft-04" ? "id" : "$id"];
    return typeof id === "string" ? id : undefined;
  }

  private addAnchors(schema: SchemaObject, node: SchemaNode): void {
    const { anchors, dynamicAnchors } = node.resource;
    if (!since(this.dialect, "2019-09")) {
      const [, fragment] = splitFragment(this.idOf(schema) ?? "");
      if (fragment !== "") addTo(anchors, decode(fragment), node);
      return;
    }
    if (typeof schema.$anchor === "string") addTo(anchors, schema.$anchor, node);
    if (this.dialect === "2020-12" && typeof schema.$dynamicAnchor === "string") {
      addTo(anchors, schema.$dynamicAnchor, node);
      addTo(dynamicAnchors, schema.$dynamicAnchor, node);
    }
  }

  private readReferences(from: SchemaNode): void {
    if (!isObject(from.schema)) return;
    for (const keyword of REFERENCE_KEYWORDS) {
      const text = from.schema[keyword];
      if (typeof text !== "string" || !this.has(keyword)) continue;
      const target = this.resolve(from, text);
      if (from.document === "") this.references.push({ from, keyword, text, target });
    }
  }

  private has(keyword: string): boolean {
    if (keyword === "$recursiveRef") return this.dialect === "2019-09";
    return keyword === "$ref" || this.dialect === "2020-12";
  }

  /** The schema a pointer leads to from a resource's root, even if no keyword holds it. */
  private at(resource: Resource, pointer: string): SchemaNode | undefined {
    let node = resource.root;
    let value: unknown = node.schema;
    let place = node.pointer;
    for (const token of pointerTokens(pointer)) {
      value = step(value, token);
      place = childPointer(place, token);
      node = this.nodeOf(value) ?? node;
    }
    if (!isSchema(value)) return undefined;
    const found = { ...node, schema: value, pointer: place };
    if (isObject(value)) this.add(found);
    return this.nodeOf(value) ?? found;
  }
}

/** The graph of a schema by itself, without any further documents. */
export function graphOf(schema: SchemaObject | boolean): SchemaGraph {
  return new SchemaGraph(schema, dialectOf(schema) ?? "2020-12", () => undefined);
}

function addTo(names: Map<string, SchemaNode>, name: string, node: SchemaNode): void {
  if (!names.has(name)) names.set(name, node);
}

function step(value: unknown, token: string): unknown {
  if (Array.isArray(value)) return value[indexOfToken(token)];
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

function absolute(reference: string, base: string): string | null {
  try {
    return new URL(reference, base).href;
  } catch {
    return null;
  }
}

function splitFragment(address: string): [string, string] {
  const hash = address.indexOf("#");
  return hash < 0 ? [address, ""] : [address.slice(0, hash), address.slice(hash + 1)];
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
