/** Sentences of a tool's cases. */
export const TEXT = {
  someFail: "Some cases don't get the expected verdict",
  allPass: "All cases get the expected verdict",
  noCases:
    "No cases yet. Try arguments or a result below a schema and press Keep as case, or press Generate.",
  noSchema: "The tool has no schema to generate samples from",
  generateHint: "Valid samples and, for every rule, one that breaks it",
  generateDescription:
    "Generated from the schema and checked as in a run. Only the samples that you select are kept.",
  generating: "Generating and checking samples…",
  noSingleBreak: "No sample was found that breaks only this rule",
};
