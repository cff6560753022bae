/** Sentences about a checked text: its findings, the suggested fixes and schema changes, and keeping it as a case. */
export const TEXT = {
  noRule: "This finding has no rule in the schema",
  openSchemaHint: "Opens the editor at the rule",
  noPosition: "This finding has no position in the text.",
  ruleElsewhere: "This rule is in a referenced schema.",
  noRuleApplies: "No schema rule applies, because the text is not a JSON object.",
  noFix: "No small edit makes it valid.",
  smallestText: "Smallest text that breaks the first rule at the same position",
  keptAsCase: "Kept with the tool, on the Cases tab",
  keepCaseHint: "Kept with the tool: the Cases tab shows whether this verdict still holds",
  schemaTooLong: "No suggestions, because the schema is longer than 50,000 characters.",
  noSchemaChange: "No small schema change accepts this text.",
  schemaApplied: "Applied in the editor. The next run uses it.",
  schemaDiffers:
    "The schema in the editor differs from the one that this call was checked with: edit it there",
};
