/** The complete outcome of a call or a model reply, for comparing. */
import type { CallRecord, ModelRecord } from "@/lib/view/timeline/records";

/** The text the model read; before that, the state of the call. */
export function callText({ completed, rejected, failed, voided }: CallRecord): string {
  if (completed) return completed.result;
  if (rejected) return `rejected: ${rejected.result}`;
  if (failed) return `error: ${failed.error}`;
  return voided ? `voided: ${voided.reason}` : "open";
}

export function modelText({ completed, failed, voided }: ModelRecord): string {
  if (completed) {
    const { content = "", tool_calls = [] } = completed.response;
    const calls = tool_calls.map(
      ({ function: { name, arguments: argumentsText } }) => `${name} ${argumentsText}`,
    );
    return [content, ...calls].filter(Boolean).join("\n");
  }
  if (failed) return `error: ${failed.error}`;
  return voided ? `voided: ${voided.reason}` : "open";
}
