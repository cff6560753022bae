/** Sentences of the inspector: empty states, decisions, held decisions and model calls. */
export const TEXT = {
  nothingSelected:
    "Select a row in the timeline to see what the model sent, the verdict, the decision and the result.",
  cannotFork: "Only calls, model calls and decisions can be forked",
  noDecisionForClient:
    "No decision: the client runs this tool, and the worker is asked only after the call has settled.",
  notDelivered: "Queued: not delivered yet.",
  proposesNothing: "The engine proposes nothing.",
  proposedNothing: "The engine proposed nothing.",
  returnedNothing: "The worker returned nothing, so open calls stay open.",
  answerDescription:
    "The engine treats your answer like the worker's. The log records that a person gave it.",
  answerInvalid: "The answer is not valid yet",
  resumeFirst: "The session is interrupted: resume it first",
  heldBefore: "Not sent to the worker yet. Timeouts are paused.",
  stepHint: "Continues and holds at the next decision or answer",
  proposalHint: "Returns the engine's proposal without asking the worker",
  noModelCall: "No model call: the worker made this tool call itself.",
  cutOff: "Cut off at the length limit: its calls were not run.",
};
