/** Regular expressions of `pattern` and `patternProperties`: ECMA-262 with the `u` flag. */

/** Why a pattern cannot be used, in the words of the regex engine; null when it can. */
export function patternFault(pattern: string): string | null {
  try {
    new RegExp(pattern, "u");
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(": ") + 2);
  }
}

/** A hint for syntax from other languages; empty if there is none. */
export function patternHint(pattern: string): string {
  if (/^\(\?[a-z]+\)/.test(pattern)) return "; JavaScript has no inline flags such as (?i)";
  if (/\\[AZz]/.test(pattern)) return "; write ^ and $ for \\A, \\Z and \\z";
  if (/\(\?P[<=>]/.test(pattern)) return "; named groups are written (?<name>…)";
  if (/\(\?[>#]/.test(pattern)) return "; JavaScript has no atomic groups and no comments";
  if (/\[\[:\w+:\]/.test(pattern)) return "; write \\p{…} or a plain class for [[:…:]]";
  const escaped = /\\([^\w\s\\^$.*+?()[\]{}|/-])/.exec(pattern)?.[1] ?? /\\([ _-])/.exec(pattern)?.[1];
  return escaped ? `; ${escaped === " " ? "a space" : escaped} needs no backslash` : "";
}

const TOKEN =
  /\\[pPu]\{[^}]*\}|\\u[\da-f]{4}|\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<\w+>)|[()|]|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[\s\S]/giu;

/**
 * The sequence being read: its first atom, whether that atom repeats without limit, and whether the last atom is a
 * plain letter.
 */
interface Branch {
  first: string;
  firstRepeats: boolean;
  lastIsPlain: boolean;
}

interface Atom {
  text: string;
  /** The quantifier that follows, if any. */
  next: string | undefined;
}

/**
 * Whether a pattern repeats without limit a part that itself repeats or is ambiguous, such as `(a+)+` or `(a|a)*`: its
 * time can double with each character of a text that does not match. This is an estimate: it misses some patterns and
 * can be wrong about others.
 */
export function isSlowPattern(pattern: string): boolean {
  const tokens = pattern.match(TOKEN) ?? [];
  const groups: Branch[][] = [[newBranch()]];
  return tokens.some((text, i) => readToken(groups, { text, next: tokens[i + 1] }));
}

/** Reads one token; true if it closes an ambiguous group that repeats. */
function readToken(groups: Branch[][], atom: Atom): boolean {
  const branches = groups.at(-1) ?? [];
  if (atom.text.startsWith("(")) groups.push([newBranch()]);
  else if (atom.text === "|") branches.push(newBranch());
  else if (atom.text === ")") {
    if (ENDLESS.test(atom.next ?? "") && isAmbiguous(branches)) return true;
    if (groups.length > 1) groups.pop();
    addAtom(groups.at(-1)?.at(-1), { ...atom, text: "()" });
  } else if (!QUANTIFIER.test(atom.text)) addAtom(branches.at(-1), atom);
  return false;
}

const QUANTIFIER = /^(?:[*+?]|\{\d)/;
const ENDLESS = /^(?:[*+]|\{\d+,\})/;
const MANY_LETTERS = /^(?:\.|\[|\\[dDwWsSpP]|\(\))/;

function newBranch(): Branch {
  return { first: "", firstRepeats: false, lastIsPlain: false };
}

function addAtom(branch: Branch | undefined, { text, next = "" }: Atom): void {
  if (!branch) return;
  if (branch.first === "") {
    branch.first = text;
    branch.firstRepeats = ENDLESS.test(next);
  }
  branch.lastIsPlain = !MANY_LETTERS.test(text) && !QUANTIFIER.test(next);
}

function isAmbiguous(branches: Branch[]): boolean {
  if (branches.some((branch) => branch.firstRepeats && !branch.lastIsPlain)) return true;
  const firsts = branches.map((branch) => branch.first).filter((first) => first !== "()");
  const beside = firsts.filter((first) => first !== "." && !/^\\[nr]$/.test(first));
  return (
    branches.length > 1 &&
    (new Set(firsts).size < firsts.length || (firsts.includes(".") && beside.length > 0))
  );
}
