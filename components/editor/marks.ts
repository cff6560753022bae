/** A mark in an editor: a span of the text with a message. */
export interface Mark {
  /** In UTF-16 code units. */
  offset: number;
  length: number;
  level: "error" | "warning" | "info";
  message: string;
}

/** What other components can do with an editor. */
export interface EditorHandle {
  /** Moves the cursor to a place, scrolls it into view, and focuses the editor. */
  jump: (place: { offset: number; length: number }) => void;
  /** Formats the text; numbers and strings keep their spelling. */
  format: () => void;
}
