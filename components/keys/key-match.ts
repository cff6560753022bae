/** PURE. Compares a pressed key with the keys of a shortcut. */
export type Pressed = Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "altKey" | "shiftKey">;

/**
 * Whether an event matches keys such as `mod+enter`. A sign that needs Shift on some keyboards (`?`) is matched by
 * the sign itself.
 */
export function matches(keys: string, event: Pressed): boolean {
  const parts = keys === "+" ? [keys] : keys.split("+");
  const key = parts.at(-1);
  if (key !== event.key.toLowerCase()) return false;
  if (parts.includes("mod") !== (event.metaKey || event.ctrlKey) || event.altKey) return false;
  const sign = key.length === 1 && !/[a-z0-9]/.test(key);
  return sign || parts.includes("shift") === event.shiftKey;
}
