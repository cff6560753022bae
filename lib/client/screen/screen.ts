/** The state of the page, kept in the memory of this tab. Secrets are sent only with the requests that need them. */
import { create } from "zustand";
import type { Secrets } from "@/lib/client/api/api";
import type { Side } from "@/lib/protocol/side";

export type Column = "tools" | "run" | "inspector";
export type ToolTab = "input" | "output" | "runs" | "policy" | "cases";
export type OpenDialog = "agent" | "worker-script" | "shortcuts" | "policies" | "faults" | "palette";

/** A place of a tool, by the tool's key: a rule of a schema by its pointer, or a rule of its responses by its number. */
export type Jump = { tool: string; schema: Side; pointer: string } | { tool: string; rule: number };

export interface Baseline {
  schema: string;
  /** When it was chosen, milliseconds since the epoch. */
  at: number;
}

interface Screen {
  /** The visible column where only one fits. */
  column: Column;
  toolTab: ToolTab;
  /** The place to show once its tool is shown; then it is cleared. */
  jump: Jump | null;
  answersOpen: boolean;
  dialog: OpenDialog | null;
  /** The tool for which the faults dialog opens with a new rule. */
  faultsOf: string | null;
  /** The two sessions to compare. */
  compare: { left: string; right: string } | null;
  message: string;
  /** The session that was just started here. Its first call with a problem is selected, unless the user selects a row first. */
  fresh: string | null;
  secrets: Secrets;
  /** Texts being tried against a schema, by `<tool key>/<side>`. */
  tried: Record<string, string>;
  /** Schemas chosen to compare with, by `<tool key>/<side>`. */
  baselines: Record<string, Baseline>;
  /** Texts that are not valid JSON yet and cannot be part of the workspace, by field. */
  slips: Record<string, string>;
}

export const useScreen = create<Screen>(() => ({
  column: "run",
  toolTab: "input",
  jump: null,
  answersOpen: false,
  dialog: null,
  faultsOf: null,
  compare: null,
  message: "",
  fresh: null,
  secrets: {},
  tried: {},
  baselines: {},
  slips: {},
}));

export const setScreen = (change: Partial<Screen>): void => useScreen.setState(change);

export function setTried(key: string, text: string): void {
  useScreen.setState((screen) => ({ tried: { ...screen.tried, [key]: text } }));
}

/** Sets the schema to compare with; null: that of the newest run. */
export function setBaseline(key: string, schema: string | null): void {
  useScreen.setState((screen) => {
    const { [key]: _old, ...rest } = screen.baselines;
    return { baselines: schema === null ? rest : { ...rest, [key]: { schema, at: Date.now() } } };
  });
}

/** Remembers a text that cannot be kept in the workspace; null forgets it. */
export function setSlip(key: string, text: string | null): void {
  useScreen.setState((screen) => {
    const { [key]: _old, ...rest } = screen.slips;
    return { slips: text === null ? rest : { ...rest, [key]: text } };
  });
}

export function setSecret(secrets: Partial<Secrets>): void {
  useScreen.setState((screen) => ({ secrets: { ...screen.secrets, ...secrets } }));
}
