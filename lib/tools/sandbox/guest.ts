/**
 * The code that runs in the sandbox around the script: the console, and the call of the script's function. These
 * functions are sent there as text, so they may use only each other and plain JavaScript.
 */

/** The characters left for one console entry, and the objects around the current value. */
interface Inspection {
  left: number;
  parents: object[];
}

interface GuestLimits {
  entryChars: number;
  resultChars: number;
}

type Send = (level: string, text: string) => boolean;

function inspect(value: unknown, state: Inspection): string {
  if (state.left <= 0) return "…";
  if (typeof value === "object" && value !== null) return inspectObject(value, state);
  const text = inspectPlain(value, state);
  state.left -= text.length;
  return text;
}

function inspectPlain(value: unknown, state: Inspection): string {
  switch (typeof value) {
    case "string": {
      const cut = value.length > state.left ? `${value.slice(0, state.left)}…` : value;
      return state.parents.length === 0 ? cut : JSON.stringify(cut);
    }
    case "bigint":
      return `${value}n`;
    case "function":
      return `[Function: ${value.name || "(anonymous)"}]`;
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    default:
      return String(value);
  }
}

function inspectObject(value: object, state: Inspection): string {
  if (value instanceof Error) return `${value.name}: ${value.message}\n${value.stack ?? ""}`.trimEnd();
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (state.parents.includes(value)) return "[Circular]";
  const name = nameOf(value);
  if (state.parents.length > 4) return `[${name || "Object"}]`;
  state.parents.push(value);
  const text = inspectMembers(value, name, state);
  state.parents.pop();
  return text;
}

/** The class of an object, empty for a plain one. */
function nameOf(value: object): string {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null) return "null prototype";
  const name = String(prototype.constructor?.name ?? "");
  return name === "Object" || name === "Array" ? "" : name;
}

function inspectMembers(value: object, name: string, state: Inspection): string {
  const prefix = name === "" ? "" : `${name} `;
  const shown = (item: unknown) => inspect(item, state);
  if (value instanceof Map)
    return `Map(${value.size}) ${list({ of: value, size: value.size, brackets: "{}" }, state, ([key, item]) => `${shown(key)} => ${shown(item)}`)}`;
  if (value instanceof Set)
    return `Set(${value.size}) ${list({ of: value, size: value.size, brackets: "{}" }, state, shown)}`;
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value)) {
    const items = value as ArrayLike<unknown> & Iterable<unknown>;
    return prefix + list({ of: items, size: items.length, brackets: "[]" }, state, shown);
  }
  const keys = Object.keys(value);
  const member = (key: string) => {
    const label = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
    const own = Object.getOwnPropertyDescriptor(value, key);
    return `${label}: ${own && "value" in own ? shown(own.value) : "[Getter]"}`;
  };
  return prefix + list({ of: keys, size: keys.length, brackets: "{}" }, state, member);
}

interface Members<T> {
  of: Iterable<T>;
  size: number;
  brackets: "[]" | "{}";
}

/** One line when it is short, else one member per line. At most 100 members, fewer when the entry is full. */
function list<T>(members: Members<T>, state: Inspection, show: (member: T) => string): string {
  const [open, close] = members.brackets;
  const shown: string[] = [];
  for (const member of members.of) {
    if (state.left <= 0 || shown.length === 100) {
      shown.push(`… ${members.size - shown.length} more`);
      break;
    }
    state.left -= 2;
    shown.push(show(member));
  }
  if (shown.length === 0) return members.brackets;
  const line = shown.join(", ");
  if (line.length <= 72 && !line.includes("\n")) return `${open} ${line} ${close}`;
  return `${open}\n  ${shown.join(",\n").replaceAll("\n", "\n  ")}\n${close}`;
}

function installConsole(send: Send, limits: GuestLimits): void {
  let open = true;
  const entry = (level: string, values: unknown[]) => {
    if (!open) return;
    const state = { left: limits.entryChars, parents: [] };
    let text: string;
    try {
      text = values.map((value) => inspect(value, state)).join(" ");
    } catch {
      text = "[a value that cannot be shown]";
    }
    open = send(level, text.length > limits.entryChars ? `${text.slice(0, limits.entryChars)}…` : text);
  };
  const levels = ["log", "info", "warn", "error", "debug"];
  const console = Object.fromEntries(
    levels.map((level) => [level, (...values: unknown[]) => entry(level, values)]),
  );
  Object.defineProperty(globalThis, "console", { value: console, writable: true, configurable: true });
}

/** Names values that JSON cannot hold and that `JSON.stringify` would change silently. */
function lossOf(value: unknown): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) return `${value} was written as null`;
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value} was left out`;
  if (value instanceof Map || value instanceof Set)
    return `a ${value.constructor.name} was written without its members`;
  return undefined;
}

/** The returned value as JSON text; `undefined` becomes null. Values that JSON cannot hold are reported to `warn`, or thrown. */
function toJson(value: unknown, stringify: typeof JSON.stringify, warn: (text: string) => void): string {
  let losses = 0;
  const replace = (key: string, member: unknown) => {
    if (typeof member === "bigint")
      throw new TypeError(
        `the returned value holds a BigInt${key && ` at "${key}"`}: return it as a string or a number`,
      );
    const loss = lossOf(member);
    if (loss !== undefined && ++losses <= 3)
      warn(`in the returned value${key && ` at "${key}"`} ${loss}: JSON has no such value`);
    return member;
  };
  try {
    return stringify(value, replace) ?? "null";
  } catch (error) {
    if (error instanceof TypeError && error.message === "circular reference")
      throw new TypeError("the returned value refers to itself, so it cannot be written as JSON");
    throw error;
  }
}

/** Describes a thrown value as JSON text of limited length. Never throws. */
function account(error: unknown, stringify: typeof JSON.stringify): string {
  const text = (value: unknown, most: number) =>
    typeof value === "string" ? value.slice(0, most) : undefined;
  const shown = () => inspect(error, { left: 2_000, parents: [] });
  try {
    if (typeof error === "string") return stringify({ name: "", message: text(error, 2_000) });
    if (typeof error !== "object" || error === null)
      return stringify({ name: "", message: `${shown()} was thrown` });
    const own: Record<string, unknown> = error as Record<string, unknown>;
    return stringify({
      name: text(own.name, 100) ?? "",
      message: text(own.message, 2_000) ?? shown(),
      stack: text(own.stack, 2_000),
      file: text(own.fileName, 100),
      code: text(own.code, 100),
      retryable: own.retryable === true,
    });
  } catch {
    return '{"name":"","message":"an error that cannot be read"}';
  }
}

/** Called once with the host's only function. The script has not been loaded yet, so it cannot interfere. */
function guest(send: Send, limits: GuestLimits) {
  const { parse, stringify } = JSON;
  installConsole(send, limits);
  return {
    call: async (run: (...args: unknown[]) => unknown, args: string) => {
      const value = await run(...parse(args));
      // Too long already: the host reads only its length and refuses it.
      if (typeof value === "string" && value.length > limits.resultChars) return value;
      return toJson(value, stringify, (text) => send("warn", text));
    },
    account: (error: unknown) => account(error, stringify),
  };
}

/** The text of a script whose value is `guest`. */
export function guestSource(): string {
  const parts = [
    inspect,
    inspectPlain,
    inspectObject,
    nameOf,
    inspectMembers,
    list,
    installConsole,
    lossOf,
    toJson,
    account,
    guest,
  ];
  return `(() => { "use strict"; ${parts.map(String).join("\n")}\nreturn ${guest.name}; })()`;
}
