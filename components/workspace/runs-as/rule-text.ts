import { count } from "@/lib/view/text/format";

/** "2 fault rules and 1 breakpoint"; empty without any. */
export const ruleText = (rules: number, breakpoints: number): string =>
  [rules > 0 && count(rules, "fault rule"), breakpoints > 0 && count(breakpoints, "breakpoint")]
    .filter(Boolean)
    .join(" and ");
