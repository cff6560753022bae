/** Where the string that opens at `start` closes; the text's length when it does not. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charAt(before) === "\\") before--;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

/** The deepest nesting of a JSON text, valid or not; brackets in strings do not count. In one pass. */
export function depthOfText(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') at = stringEnd(text, at);
    else if (char === "{" || char === "[") deepest = Math.max(deepest, ++depth);
    else if (char === "}" || char === "]") depth--;
  }
  return deepest;
}
