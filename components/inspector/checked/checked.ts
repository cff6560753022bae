import type { Side } from "@/lib/protocol/side";
import type { Formats } from "@/lib/protocol/verdict";
import type { CheckView } from "@/lib/view/inspector/check-view";

/** One side of a call: its text and the schema that the text was checked against. */
export interface Checked {
  /** Name of the called tool. */
  tool: string;
  side: Side;
  text: string;
  language: "json" | "text";
  check: CheckView | null;
  /** Null without a schema. */
  schema: string | null;
  schemaTitle: string;
  /** Whether `format` is enforced, as set in the session's workspace. */
  formats: Formats | undefined;
}
