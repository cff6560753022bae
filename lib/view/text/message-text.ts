/** The text of a message. */
import type { DraftMessage } from "@/lib/protocol/messages";

export const contentText = ({ content }: Pick<DraftMessage, "content">): string =>
  typeof content === "string"
    ? content
    : (content ?? []).map((part) => part.text ?? JSON.stringify(part)).join("\n");
