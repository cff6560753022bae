/** Sentences of the run's settings: model, worker, agent and policies. */
export const TEXT = {
  modelNameHint: "Sent to the provider; the scripted model only shows it.",
  parallelHint: "Calls of one model reply that run at once. 1 runs them one by one.",
  modelCallsHint: "After this many, the run stops and asks a person.",
  formatHint: "Enforced up to draft-07; an annotation since 2019-09.",
  streamHint: "Shows text and arguments as they arrive.",
  nextTurnHint: "Starts the next turn of this run, with the workspace as it was when the run began",
  scriptedModel:
    "Answers from a list that you write. Needs no key and no network; every run gives the same answers.",
  apiKeyKept:
    "Kept in the memory of this tab only and sent with each run. Never stored, and gone when the tab closes.",
  serverKeyHint: "Leave empty to use the server's key (ANTHROPIC_API_KEY).",
  noServerKey: "The server has no key. Enter one, or start the server with ANTHROPIC_API_KEY set.",
  baseAddressHint: "Leave empty for the server's setting, or else the provider's own address.",
  defaultPolicy: "The default for tool calls and model calls. The preview shows a tool call.",
  toolPolicy: "For tool calls. A tool's own policy overrides it.",
  toolsWorker: "Proposals are taken unchanged, and each tool answers its calls as set under “Runs as”.",
  scriptWorker: "One function decides on every trigger. It runs in a sandbox with limits on time and memory.",
  workerAddressHint: "The Callscope server sends each decision to this address in a POST request.",
  secretKept: "Kept in the memory of this tab only and sent with each run. Never stored.",
  serverSecretHint: "Leave empty to sign requests with the server's secret.",
  unsignedHint: "Leave empty to send requests unsigned.",
  workerScriptDescription:
    "Called with each decision request. It returns what an HTTP worker would send as its response.",
};
