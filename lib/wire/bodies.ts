/** Checks a request body against a schema and names the field that is wrong in plain words. */
import type { z } from "zod";

/** `field` is the path of the refused member, empty for the value as a whole; `error` begins with it. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; error: string; field: string };

/** Reports the first problem and the number of the others. */
export function parseBody<S extends z.ZodType>(schema: S, value: unknown): Parsed<z.output<S>> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const faults = parsed.error.issues.map((issue) => deepest(issue, []));
  const [first] = faults;
  if (!first) return { ok: false, error: "the value is not allowed", field: "" };
  const field = pathText(first.path);
  const words = wordsOf(first.issue, valueAt(value, first.path));
  const others = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  return { ok: false, error: `${field === "" ? "the body" : field}: ${words}${others}`, field };
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

interface Fault {
  issue: Issue;
  path: Path;
}

/**
 * When no branch of a union fits, the deepest problem is reported: the branch that fits furthest is the likely one.
 * An unexpected member is reported by its own name.
 */
function deepest(issue: Issue, above: Path): Fault {
  const path = [...above, ...issue.path];
  if (issue.code === "unrecognized_keys") return { issue, path: [...path, issue.keys[0] ?? ""] };
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return { issue, path };
  const branches = issue.errors.flatMap(([first]) => (first ? [deepest(first, path)] : []));
  const best = branches.reduce<Fault | undefined>(
    (found, branch) => (found && found.path.length >= branch.path.length ? found : branch),
    undefined,
  );
  return best && best.path.length > path.length ? best : { issue, path };
}

function pathText(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    const name = String(key);
    if (!/^[\w$-]+$/.test(name)) return `${text}[${JSON.stringify(name)}]`;
    return text === "" ? name : `${text}.${name}`;
  }, "");
}

function wordsOf(issue: Issue, found: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return found === undefined ? "is missing" : `must be ${named(issue.expected)}, not ${shown(found)}`;
    case "unrecognized_keys":
      return "is not a known member";
    case "invalid_value":
      return oneOf(issue.values, found);
    case "invalid_union":
      return unionWords(issue, found);
    case "too_small":
    case "too_big":
      return sizeWords(issue);
    default:
      return issue.message;
  }
}

function unionWords(issue: z.core.$ZodIssueInvalidUnion, found: unknown): string {
  if ("options" in issue && Array.isArray(issue.options)) return oneOf(issue.options, found);
  const kinds = issue.errors.flatMap(([first]) =>
    first?.code === "invalid_type" && first.path.length === 0 ? [named(first.expected)] : [],
  );
  if (found === undefined) return "is missing";
  const expected = [...new Set(kinds)].join(" or ");
  return expected === "" ? issue.message : `must be ${expected}, not ${kindOf(found)}`;
}

function oneOf(values: readonly unknown[], found: unknown): string {
  const allowed = values.map((value) => JSON.stringify(value)).join(", ");
  const must = values.length === 1 ? `must be ${allowed}` : `must be one of ${allowed}`;
  if (found === undefined) return `is missing: it ${must}`;
  const shown = JSON.stringify(found) ?? kindOf(found);
  return `${must}, not ${shown.length > 60 ? kindOf(found) : shown}`;
}

function sizeWords(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const [bound, limit] =
    issue.code === "too_small" ? ["at least", issue.minimum] : ["at most", issue.maximum];
  if (issue.origin !== "string" && issue.origin !== "array") return `must be ${bound} ${limit}`;
  if (bound === "at least" && limit === 1) return "must not be empty";
  return `must have ${bound} ${limit} ${issue.origin === "string" ? "characters" : "items"}`;
}

/** A type's name with its article, for use in a sentence. */
function named(type: string): string {
  const words: Record<string, string> = { int: "a whole number", record: "an object" };
  return words[type] ?? `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

const shown = (value: unknown) => (typeof value === "number" ? String(value) : kindOf(value));

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "undefined" ? "nothing" : named(typeof value);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, key)
        ? (at as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}
