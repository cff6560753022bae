/** The providers' limits on tool names. */
import type { Declaration, DeclarationNote } from "@/lib/protocol/verdict";

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** What Anthropic and OpenAI will say about a tool's name. `unusable`: there is none. */
export function declareName(name: string): Declaration {
  if (name === "") {
    return {
      status: "unusable",
      notes: [{ level: "error", code: "no-name", message: "the tool has no name" }],
    };
  }
  return { status: "ok", notes: NAME.test(name) ? [] : [warning(name)] };
}

function warning(name: string): DeclarationNote {
  const faults = [
    name.length > 64 ? `it has ${name.length} characters, 64 are allowed` : "",
    name.includes(".") ? "dots are not allowed (MCP allows them)" : "",
    /\s/.test(name) ? "blanks are not allowed" : "",
    /[^a-zA-Z0-9_.\s-]/.test(name) ? "only letters, digits, _ and - are allowed" : "",
  ].filter((fault) => fault !== "");
  const message = `Anthropic and OpenAI refuse this tool name: ${faults.join("; ")}`;
  return { level: "warning", code: "provider-tool-name", message };
}
