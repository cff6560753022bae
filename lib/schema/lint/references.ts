/** Notes on references that lead nowhere, out of the text, or back to themselves. */

import { childPointer } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import { type BrokenReference, type Emitted, targetOf } from "@/lib/schema/compile/emit";
import { dialectAt } from "@/lib/schema/language/dialect";
import type { Reference, SchemaGraph, SchemaNode } from "@/lib/schema/language/graph";
import { appliedTo, type SchemaObject } from "@/lib/schema/language/subschemas";
import { cut, quoted } from "@/lib/schema/text/terms";
import type { Remark } from "./note";

/** `broken`: the reachable references that lead nowhere. References in unused definitions are harmless. */
export function lintReferences(graph: SchemaGraph, broken: readonly BrokenReference[]): Remark[] {
  return graph.references.flatMap((reference) => {
    const { target, from, keyword } = reference;
    if (!("fault" in target)) return [];
    const used = broken.some((other) => other.from.schema === from.schema && other.keyword === keyword);
    return [
      {
        level: used ? "error" : "warning",
        code: target.fault === "remote" ? "remote-ref" : "dangling-ref",
        message: faultText(reference, target.fault),
        pointer: childPointer(from.pointer, keyword),
        part: "value",
      },
    ];
  });
}

function faultText({ text, keyword }: Reference, fault: "dangling" | "remote" | "no reference"): string {
  switch (fault) {
    case "dangling":
      return `nothing at ${cut(text)} in this schema`;
    case "remote":
      return `${cut(text)} is outside this schema and is not fetched; copy it under $defs`;
    case "no reference":
      return `${keyword} must be an address, got ${quoted(text)}`;
  }
}

/**
 * Notes on two schemas with the same address, on a schema with the address of a meta-schema, and on an inner `$schema`,
 * which is ignored.
 */
export function lintAddresses(graph: SchemaGraph): Remark[] {
  const idWord = graph.dialect === "draft-04" ? "id" : "$id";
  const remark = (node: SchemaNode, code: string, message: string): Remark => {
    return { level: "warning", code, message, pointer: childPointer(node.pointer, idWord), part: "value" };
  };
  const metas = [...graph.nodes.values()].filter(({ schema, document }) => {
    const id = document === "" && isObject(schema) ? schema[idWord] : undefined;
    return typeof id === "string" && dialectAt(id) !== null;
  });
  const inner = [...graph.nodes.values()].filter(({ schema, document, pointer }) => {
    const address = document === "" && pointer !== "" && isObject(schema) ? schema.$schema : undefined;
    return typeof address === "string" && dialectAt(address) !== graph.dialect;
  });
  return [
    ...inner.map(({ pointer }): Remark => {
      const message = `this $schema is not followed: the whole text is read as ${graph.dialect}`;
      return {
        level: "warning",
        code: "inner-dialect",
        message,
        pointer: childPointer(pointer, "$schema"),
        part: "value",
      };
    }),
    ...graph.twins.map((node) =>
      remark(node, "duplicate-id", `${idWord} is used twice: references lead to the first`),
    ),
    ...metas.map((node) =>
      remark(
        node,
        "meta-id",
        `${idWord} is the address of JSON Schema itself; give this schema its own address, or none`,
      ),
    ),
  ];
}

/** Schemas that apply themselves to the same value again, without end. */
export function lintLoops(emitted: Emitted): Remark[] {
  const done = new Set<object>();
  const open = new Set<object>();
  const found: Remark[] = [];
  const visit = (schema: object): void => {
    if (done.has(schema)) return;
    if (open.has(schema)) {
      const node = emitted.origins.get(schema);
      const message =
        "endless reference loop: this schema refers to itself without going into a member or an item";
      if (node?.document === "")
        found.push({ level: "error", code: "ref-loop", message, pointer: node.pointer, part: "value" });
      return;
    }
    open.add(schema);
    for (const next of sameValue(schema, emitted)) visit(next);
    open.delete(schema);
    done.add(schema);
  };
  for (const schema of emitted.origins.keys()) visit(schema);
  return found;
}

/** The schemas that a schema applies to its own value. */
function sameValue(schema: object, emitted: Emitted): SchemaObject[] {
  if (!isObject(schema)) return [];
  const applied = appliedTo("same", schema).map((held) => held.schema);
  return [...applied, targetOf(schema, emitted)].filter(isObject);
}
