/** The type of an answer that is one JSON value a line, for what takes a while. */
export const LINES_TYPE = "application/x-ndjson";
