/** Sentences about what answers the calls of a tool. */
export const TEXT = {
  atTimeout: "The attempt ends at its timeout (see Policy).",
  firstRule: "The first rule that matches answers the call.",
  noRuleMatches: "If no rule matches, the call fails with an error.",
  client: "The call goes to the client and waits there. On this page, a person answers it.",
  worker: "The call goes to the worker.",
  httpWorker:
    "An HTTP worker answers all calls now. These settings are not used until the worker is set to “Tools” again.",
  scriptWorker:
    "A worker script decides on all calls now. These settings apply to the calls that it hands on.",
  person: "The call waits in the timeline until someone types a result or an error for it.",
};
