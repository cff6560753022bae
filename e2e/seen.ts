/** Reads what is rendered: texts, and what is under marks and wavy lines. */
import type { Locator } from "@playwright/test";

/** The lines of a code view, joined again where they were wrapped. */
export function drawnText(card: Locator): Promise<string> {
  return card.locator("[data-line]").evaluateAll((rows) => {
    const lines = new Map<string, string>();
    for (const row of rows) {
      const line = row.getAttribute("data-line") ?? "";
      lines.set(line, (lines.get(line) ?? "") + (row.lastElementChild?.textContent ?? ""));
    }
    return [...lines.values()].join("\n");
  });
}

/** The text of each mark, in the order of the findings (marks are named f0, f1, …); pieces of one mark are joined. */
export function markedTexts(card: Locator): Promise<string[]> {
  return card.getByTestId("mark").evaluateAll((marks) => {
    const texts = new Map<string, string>();
    for (const mark of marks)
      for (const id of (mark.getAttribute("data-mark") ?? "").split(" "))
        texts.set(id, (texts.get(id) ?? "") + mark.textContent);
    return [...texts].sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1))).map(([, text]) => text);
  });
}

/** The text above each wavy line of an editor, top to bottom. */
export function squiggledTexts(editor: Locator): Promise<string[]> {
  return editor.evaluate((root) => {
    const charactersOf = (line: Element) => {
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      const found: { char: string; x: number }[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (let i = 0; i < (node.textContent ?? "").length; i++) {
          const range = document.createRange();
          range.setStart(node, i);
          range.setEnd(node, i + 1);
          const box = range.getBoundingClientRect();
          found.push({ char: node.textContent?.[i] ?? "", x: box.left + box.width / 2 });
        }
      return found;
    };
    const middle = (element: Element) => {
      const box = element.getBoundingClientRect();
      return box.top + box.height / 2;
    };
    const lines = [...root.querySelectorAll(".view-line")];
    const waves = [...root.querySelectorAll(".squiggly-error, .squiggly-warning, .squiggly-info")];
    return waves
      .map((wave) => {
        const box = wave.getBoundingClientRect();
        const line = lines.find((candidate) => Math.abs(middle(candidate) - middle(wave)) < 9);
        const under = (line ? charactersOf(line) : []).filter(({ x }) => x > box.left && x < box.right);
        return {
          y: box.top,
          x: box.left,
          text: under
            .map(({ char }) => char)
            .join("")
            .replaceAll("\u00a0", " "),
        };
      })
      .sort((a, b) => a.y - b.y || a.x - b.x)
      .map(({ text }) => text);
  });
}
