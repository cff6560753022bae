/** The texts that are tried for one sample, the likeliest first, and the reason if none works. */

import { valueAt } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import { Unbuildable } from "@/lib/schema/sample/schema";
import { SMALL, type Wanted } from "@/lib/schema/sample/value";
import type { Context } from "./context";
import { derived, without } from "./derive";
import { placeIn, withValueAt } from "./graft";
import type { Step } from "./rules";

/** A place, and schemas for the value to put there. */
export interface SampleSpec {
  route: readonly Step[];
  leaves: () => readonly unknown[];
  wanted: readonly Wanted[];
  /** A member to leave out. */
  drop?: string | undefined;
  /** Include every declared member. */
  all?: boolean;
}

/** The most texts that are tried for one sample, of either kind. */
const MAX_TRIES = 40;
/** The same, including texts that cannot be built. */
const MAX_MADE = 120;
/** The longest text, in characters; a case may not be longer. */
const MAX_TEXT = 100_000;
/** The most values into which others are put. */
const MAX_HOSTS = 2;

type Attempt = () => unknown;

export class Search {
  readonly #tried = new Set<string>();
  #reason: string | null = null;

  constructor(private readonly context: Context) {
    context.begin();
  }

  /** First whole values built for the place, then values into which the part is put. All texts differ. */
  *texts(spec: SampleSpec): Generator<string> {
    yield* this.#some(this.#made(spec));
    yield* this.#some(this.#put(spec));
  }

  /** `what`: what a text must do. */
  whyNone(what: string): string {
    const { size } = this.#tried;
    if (size > 0)
      return size === 1
        ? `The only value that was tried was rejected.`
        : `None of the ${size} values that were tried ${what}.`;
    return `No value could be built: ${this.#reason ?? "no value reaches this place"}.`;
  }

  *#made({ route, leaves, wanted, all }: SampleSpec): Generator<Attempt> {
    for (const leaf of leaves())
      for (const schema of derived(route, leaf, this.context))
        for (const one of wanted) yield () => this.context.build({ schema, wanted: one, all });
  }

  *#put({ route, leaves, drop }: SampleSpec): Generator<Attempt> {
    for (const { host, place } of this.#hosts(route)) {
      if (drop !== undefined) yield () => withValueAt(host, place, withoutName(valueAt(host, place), drop));
      for (const leaf of leaves()) yield () => withValueAt(host, place, this.#valueOf(leaf));
    }
  }

  #valueOf(leaf: unknown): unknown {
    return isObject(leaf) && "const" in leaf ? leaf.const : this.context.part(leaf);
  }

  *#hosts(route: readonly Step[]): Generator<{ host: unknown; place: string[] }> {
    const end = route.at(-1)?.to ?? this.context.root;
    let found = 0;
    for (const leaf of [end, true])
      for (const schema of derived(route, leaf, this.context)) {
        const host = this.#try(() => this.context.build({ schema, wanted: SMALL }));
        const place = placeIn(host, route);
        if (!place) continue;
        yield { host, place };
        if (++found >= MAX_HOSTS) return;
      }
  }

  *#some(attempts: Iterable<Attempt>): Generator<string> {
    let made = 0;
    const before = this.#tried.size;
    for (const attempt of attempts) {
      if (++made > MAX_MADE || this.#tried.size - before >= MAX_TRIES || this.context.work.left < 0) return;
      const text = this.#try(() => JSON.stringify(attempt()));
      if (typeof text !== "string" || this.#tried.has(text)) continue;
      if (text.length > MAX_TEXT) {
        this.#reason = `a case has up to ${MAX_TEXT} characters`;
        continue;
      }
      this.#tried.add(text);
      yield text;
    }
  }

  /** Undefined if it cannot be built. */
  #try<T>(make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      if (error instanceof RangeError) this.#reason = "its schema is nested too deeply";
      else if (error instanceof Unbuildable) this.#reason = error.message;
      else throw error;
      return undefined;
    }
  }
}

const withoutName = (value: unknown, name: string): unknown =>
  isObject(value) ? without(value, name) : value;
