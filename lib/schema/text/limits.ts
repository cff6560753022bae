import type { CheckRequest, Verdict } from "@/lib/protocol/verdict";

/** The limits of a check. Each is named in the message when it cuts a check off. */
export interface Limits {
  /** Wall time for one check, in milliseconds. */
  checkMs: number;
  /** Wall time for reading and compiling a schema that was not seen before, in milliseconds. */
  compileMs: number;
  /** Memory of one worker thread, in MB. */
  memoryMb: number;
  /** Characters (UTF-16) of arguments. */
  argumentsChars: number;
  /** Characters of a result. */
  resultChars: number;
  /** Characters of a schema. */
  schemaChars: number;
  /** Nesting levels of arguments (D3). */
  depth: number;
  /** Nesting levels of a checked result. Deeper results could not be printed as JSON again. */
  resultDepth: number;
  /** Nesting levels of a schema. */
  schemaDepth: number;
}

export const DEFAULT_LIMITS: Limits = {
  checkMs: 1000,
  compileMs: 5000,
  memoryMb: 256,
  argumentsChars: 4 * 1024 * 1024,
  resultChars: 8 * 1024 * 1024,
  schemaChars: 1024 * 1024,
  depth: 127,
  resultDepth: 3000,
  schemaDepth: 1200,
};

/** Why a text is too big to be checked, or null. A result without a schema may have any size. */
export function sizeFault({ direction, text, schema }: CheckRequest, limits: Limits): string | null {
  const isInput = direction === "input";
  const limit = isInput ? limits.argumentsChars : limits.resultChars;
  if (text.length <= limit || (!isInput && schema.kind !== "text")) return null;
  return `${isInput ? "arguments" : "a result"} of ${text.length} characters, the limit is ${limit}`;
}

/** The verdict of a check that a limit stopped (D8). */
export function aborted(reason: string): Verdict {
  return {
    status: "aborted",
    reason,
    error: `could not be checked: ${reason}`,
    findings: [],
    more: 0,
    notes: [],
  };
}
