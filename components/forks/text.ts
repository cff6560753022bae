/** Sentences of forks: the fork dialog, the tree and the comparison. */
export const TEXT = {
  forkDescription:
    "Creates a new run that shares everything before this point and then continues differently. This run stays unchanged.",
  nothingEdited: "Nothing is edited: the same request is made again.",
  currentWorkspaceHint: "Its schemas, tools, model and policies replace the recorded ones from the fork on",
  originOfRunsGone: "The run they were forked from is no longer stored",
  noForks: "This run is not a fork and has no forks",
  originGone: "The origin is no longer stored",
  notAFork: "This run is not a fork",
  treeKeys: "Press Enter to open a run, Space to select it.",
  selectToCompare: "Select one run to compare with the open one, or select two",
  compareDescription:
    "Matching turns, model calls, tool calls and notices are side by side. Times are not compared.",
  runNotLoaded: "A run could not be loaded",
  noDifference: "The runs do not differ.",
};
