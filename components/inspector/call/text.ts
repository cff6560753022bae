/** Sentences of the tabs about one call. */
export const TEXT = {
  noInputSchema: "No schema: the request offered none for this call, so the arguments were not validated.",
  paused:
    "The session is interrupted: timeouts are paused, and no attempt starts until the session is resumed.",
  errorNotRead: "The model has not read the error yet.",
  noRuleReturns: "No rule in the workspace returns this result.",
  rejected:
    "The engine rejected this result because it breaks the tool's output schema. The model never sees it and reads the error below instead.",
  noResult: "No result yet: the call is open.",
  noOutputSchema: "No output schema: results go to the model unchecked.",
};
