/**
 * Replaces the array in which the validator collects its errors: it counts all errors and keeps the first ones, so that
 * a hundred thousand errors cost no memory. It has only the parts of an array that the validator's code uses.
 */
import type { ErrorObject } from "ajv";

const KEPT = 1000;
/** Summaries come after the errors that they sum up, so some more of them are kept. */
const KEPT_SUMMARIES = 200;
const SUMMARIES = new Set(["anyOf", "oneOf", "contains", "propertyNames", "if", "not"]);

/** An error and how many came before it. */
export interface Counted {
  error: ErrorObject;
  before: number;
}

export class ErrorList {
  private kept: Counted[] = [];
  private count = 0;

  /** A list with its first error. */
  static of(first: ErrorObject): ErrorList {
    const list = new ErrorList();
    list.push(first);
    return list;
  }

  /** The list that the validator left as its errors. */
  static from(found: unknown): ErrorList {
    if (found instanceof ErrorList) return found;
    const list = new ErrorList();
    if (Array.isArray(found)) for (const error of found) list.push(error);
    return list;
  }

  get length(): number {
    return this.count;
  }

  set length(count: number) {
    this.count = count;
    while ((this.kept.at(-1)?.before ?? -1) >= count) this.kept.pop();
  }

  push(error: ErrorObject): void {
    this.keep(error, this.count);
    this.count++;
  }

  /** Adds the errors of a referenced schema. It changes this list, which the validator does not use again. */
  concat(other: ErrorList): ErrorList {
    for (const { error, before } of other.kept) this.keep(error, this.count + before);
    this.count += other.count;
    return this;
  }

  errors(): readonly Counted[] {
    return this.kept;
  }

  private keep(error: ErrorObject, before: number): void {
    const size = this.kept.length;
    if (size < KEPT || (size < KEPT + KEPT_SUMMARIES && SUMMARIES.has(error.keyword)))
      this.kept.push({ error, before });
  }
}
