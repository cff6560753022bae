/** Sentences of the dialog for injected faults. */
export const TEXT = {
  finishFirst: "Finish or cancel the rule below first",
  description:
    "Inject failures into tools, the model or the connection to the worker. Every injected failure is recorded.",
  order: "The first rule that matches injects its fault, at most one for each attempt.",
  fromNextRun: "The rules apply from the next run on. A run in progress keeps its own.",
  noRules: "On, but there are no rules yet.",
  off: "Off: no faults are injected.",
  seedHint: "The same seed selects the same ones.",
  countedReplies: "Only replies with calls are counted. A reply without calls is skipped.",
  anyAttempt: "From 1. Leave empty for any.",
};
