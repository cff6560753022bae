/** Text search over a session: names, arguments, results, findings, messages. */

import { never } from "@/lib/util/never";
import { triggerLabel } from "@/lib/view/text/labels";
import type { AnyRecord, AttemptRecord, CallRecord, ModelRecord } from "@/lib/view/timeline/records";
import { noticeText } from "./notice-row";

/** Whether a record contains `query` (in lower case) anywhere, ignoring case. Every record contains the empty query. */
export function contains(record: AnyRecord, query: string): boolean {
  if (query === "") return true;
  for (const text of textsOf(record)) if (text.toLowerCase().includes(query)) return true;
  return false;
}

function* textsOf(record: AnyRecord): Iterable<string> {
  yield record.id;
  switch (record.kind) {
    case "turn":
      yield record.message;
      return;
    case "model":
      yield* modelTexts(record);
      return;
    case "call":
      yield* callTexts(record);
      return;
    case "decision":
      yield triggerLabel(record.trigger);
      return;
    case "notice": {
      const { label, text } = noticeText(record.fact);
      yield label;
      yield text;
      return;
    }
    default:
      never(record, "record");
  }
}

function* modelTexts({ requested, completed, attempts }: ModelRecord): Iterable<string> {
  yield requested.request?.model ?? "";
  yield completed?.response.content ?? "";
  yield* errorsOf(attempts);
}

function* callTexts({ requested, classified, completed, rejected, attempts }: CallRecord): Iterable<string> {
  yield requested.name;
  yield requested.arguments;
  yield completed?.result ?? rejected?.result ?? "";
  for (const verdict of [classified?.verdict, rejected?.verdict]) {
    for (const { message, instancePath, keyword } of verdict?.findings ?? []) {
      yield message;
      yield instancePath;
      yield keyword;
    }
  }
  yield* errorsOf(attempts);
}

function* errorsOf(attempts: AttemptRecord[]): Iterable<string> {
  for (const { end } of attempts) if (end && "error" in end) yield end.error;
}
