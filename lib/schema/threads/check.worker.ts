/** The thread that checks. */
import { setFlagsFromString } from "node:v8";
import { generateNow } from "@/lib/schema/generate/generate";
import type { Limits } from "@/lib/schema/text/limits";
import { checkNow, type Phase } from "@/lib/schema/verdict/check";
import { declareNow } from "@/lib/schema/verdict/declare";
import { recheckNow } from "@/lib/schema/verdict/recheck";
import { serve, threadSetup } from "@/lib/util/threads/serve";
import { type Outcome, PHASES, type Task } from "./worker-messages";

// V8 would keep the code of every schema for a while after our own cache has dropped it: 40 kB each.
setFlagsFromString("--no-compilation-cache");

const limits = threadSetup() as Limits;

function run(task: Task, onPhase: (phase: Phase) => void): Outcome {
  switch (task.kind) {
    case "check":
      return { kind: "verdict", verdict: checkNow(task.request, { limits, onPhase }) };
    case "declare":
      return { kind: "declaration", declaration: declareNow(task.request, { limits, onPhase }) };
    case "recheck":
      return { kind: "statuses", statuses: recheckNow(task.request, { limits, onPhase }) };
    case "generate":
      return { kind: "generated", generated: generateNow(task.request, task.slice, { limits, onPhase }) };
  }
}

// The first compile loads and heats what all later ones use.
const SAMPLE = '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}';
checkNow({
  key: "",
  direction: "input",
  text: "{}",
  schema: { kind: "text", text: SAMPLE },
  formats: "dialect",
});
serve<Task, Outcome>((task, { onPhase }) => run(task, (phase) => onPhase(PHASES.indexOf(phase))));
