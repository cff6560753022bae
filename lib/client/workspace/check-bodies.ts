/**
 * What the server is asked about each tool's schemas. The texts follow the editor once typing has paused; a new tool and a
 * newly opened workspace count at once.
 */
import { create } from "zustand";
import { CHECK_AFTER_MS } from "@/lib/client/queries/settled";
import { equalJson } from "@/lib/json/equal";
import { schemaText } from "@/lib/protocol/schema-text";
import type { Formats } from "@/lib/protocol/verdict";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import type { CheckBody } from "@/lib/wire/check";
import { type Draft, useDraft } from "./draft";

type Bodies = ReadonlyMap<string, CheckBody>;

interface CheckBodies {
  /** The opening of a workspace that the bodies belong to. */
  opening: string | null;
  /** By tool key, in the order of the tools. */
  bodies: Bodies;
}

const NONE: CheckBodies = { opening: null, bodies: new Map() };

export const useCheckBodies = create<CheckBodies>(() => NONE);

function checkBody(tool: WorkspaceTool, formats: Formats | undefined): CheckBody {
  const inputText = schemaText(tool, "input");
  const outputText = schemaText(tool, "output");
  return {
    tool: {
      name: tool.name,
      ...(inputText && { inputText }),
      ...(outputText && { outputText }),
    },
    ...(formats && { formats }),
  };
}

/** Keeps the bodies up to date with the draft until the returned function is called. */
export function startCheckBodies(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let typed: Bodies = NONE.bodies;
  const open = (draft: Draft | null) => {
    clearTimeout(timer);
    typed = draft ? bodiesOf(draft, NONE.bodies) : NONE.bodies;
    useCheckBodies.setState({ opening: draft?.key ?? null, bodies: typed });
  };
  const edit = (draft: Draft) => {
    const before = typed;
    typed = bodiesOf(draft, before);
    if (same(typed, before)) return;
    clearTimeout(timer);
    timer = setTimeout(() => useCheckBodies.setState({ bodies: typed }), CHECK_AFTER_MS);
    if (!sameKeys(typed, before))
      useCheckBodies.setState(({ bodies }) => ({ bodies: withTools(bodies, typed) }));
  };
  const follow = () => {
    const { draft } = useDraft.getState();
    if (draft && draft.key === useCheckBodies.getState().opening) edit(draft);
    else open(draft);
  };
  open(useDraft.getState().draft);
  const stop = useDraft.subscribe(follow);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** The tools of `typed`; those known already keep their settled body. */
const withTools = (settled: Bodies, typed: Bodies): Bodies =>
  new Map([...typed].map(([key, body]) => [key, settled.get(key) ?? body]));

/** A body that is equal to the one before keeps its identity. */
function bodiesOf({ workspace, toolKeys }: Draft, before: Bodies): Bodies {
  return new Map(
    workspace.agent.tools.map((tool, i) => {
      const key = toolKeys[i] ?? "";
      const body = checkBody(tool, workspace.formats);
      const old = before.get(key);
      return [key, old && equalJson(old, body) ? old : body];
    }),
  );
}

const sameKeys = (a: Bodies, b: Bodies): boolean => equalJson([...a.keys()], [...b.keys()]);

const same = (a: Bodies, b: Bodies): boolean =>
  sameKeys(a, b) && [...a].every(([key, body]) => b.get(key) === body);
