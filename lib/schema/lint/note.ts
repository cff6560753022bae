/** A remark on a schema at a pointer. It becomes a note when the position in the text is known. */
export interface Remark {
  level: "error" | "warning" | "info";
  code: string;
  message: string;
  pointer: string;
  /** Which part is marked: the value at the pointer, its key, or both. */
  part: "value" | "key" | "member";
}
