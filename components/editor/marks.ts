/** A span of the edited text with something to say about it. */
export interface Mark {
  /** In UTF-16 code units. */
  offset: number;
  length: number;
  level: "error" | "warning" | "info";
  message: string;
}

/** What a person outside can do with an editor. */
export interface EditorHandle {
  /** Puts the cursor at a place, in view, and gives the editor the focus. */
  jump: (place: { offset: number; length: number }) => void;
  /** Lays the text out anew; numbers and strings stay as typed. */
  format: () => void;
}
