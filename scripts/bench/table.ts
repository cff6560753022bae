/** Tables in Markdown, so that what is printed can stand in a document as it is. */
export function table(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  const line = (cells: string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** Three digits, or as many as a whole number has. */
export const digits = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);

export const times = (value: number): string => `${digits(value)}×`;

/** A target and whether a value keeps it. */
export const aim = (value: number, most: number): string => `≤ ${most}× ${value <= most ? "met" : "MISSED"}`;
