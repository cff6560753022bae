/** Something to say about a schema, by its place in the schema; turned into a note once the text is at hand. */
export interface Remark {
  level: "error" | "warning" | "info";
  code: string;
  message: string;
  pointer: string;
  /** What is marked: the value at the pointer, its key, or both. */
  part: "value" | "key" | "member";
}
