/** Tables in Markdown, so that the output can be pasted into a document. */
export function table(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  const line = (cells: string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** Three digits, or all digits of a larger whole number. */
export const digits = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);

export const times = (value: number): string => `${digits(value)}×`;

/** A target, and whether a value meets it. */
export const aim = (value: number, most: number): string => `≤ ${most}× ${value <= most ? "met" : "MISSED"}`;
