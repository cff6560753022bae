/** Sentences about a tool's schemas and what a change of them would do. */
export const TEXT = {
  impactDescription:
    "All recorded calls of this workspace, checked again with the schema in the editor. The recorded verdicts do not change.",
  isBaseline: "The calls are already compared with this schema",
  newestRunHint: "Compare with the schema of the newest run, and with each call's verdict as recorded",
  unusable: "This schema cannot be used: calls go through unchecked.",
  nothingToFormat: "There is no text to format",
  noInput: "No input schema: arguments are not checked. Type { to start one.",
  noOutput: "No output schema: results are not checked. Type { to start one.",
};
