/** The providers' limits on tool names. */
import type { Declaration, DeclarationNote } from "@/lib/protocol/verdict";
import { fits } from "./provider-limits";
import { PROVIDERS } from "./providers";

/** A name that all providers accept is at most this long. */
const LONGEST = Math.min(...PROVIDERS.map(({ toolName }) => toolName.longest));
const NAMES = PROVIDERS.map(({ name }) => name).join(" and ");

/** Whether the providers accept the name of a tool. `unusable`: it has none. */
export function declareName(name: string): Declaration {
  if (name === "") {
    return {
      status: "unusable",
      notes: [{ level: "error", code: "no-name", message: "the tool has no name" }],
    };
  }
  return {
    status: "ok",
    notes: PROVIDERS.every(({ toolName }) => fits(name, toolName)) ? [] : [warning(name)],
  };
}

function warning(name: string): DeclarationNote {
  const faults = [
    name.length > LONGEST ? `it has ${name.length} characters, ${LONGEST} are allowed` : "",
    name.includes(".") ? "dots are not allowed (MCP allows them)" : "",
    /\s/.test(name) ? "blanks are not allowed" : "",
    /[^a-zA-Z0-9_.\s-]/.test(name) ? "only letters, digits, _ and - are allowed" : "",
  ].filter((fault) => fault !== "");
  const message = `${NAMES} refuse this tool name: ${faults.join("; ")}`;
  return { level: "warning", code: "provider-tool-name", message };
}
