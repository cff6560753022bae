/** The content type of a response with one JSON value per line, used to report progress. */
export const LINES_TYPE = "application/x-ndjson";
