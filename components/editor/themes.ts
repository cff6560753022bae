import type * as monaco from "monaco-editor/editor";

/** The editor's copies of the page's colours (app/globals.css), since it cannot read CSS variables. */
const LIGHT = {
  panel: "#ffffff",
  sunk: "#f4f4f2",
  line: "#e6e5e1",
  ink: "#1c1b19",
  ink3: "#6a6760",
  accent: "#3a5bd9",
  accentSoft: "#edf1fe",
  warn: "#b53a09",
  fail: "#b91c3c",
  key: "#7a4bc4",
  string: "#1d7a55",
  number: "#a34a07",
};
const DARK: typeof LIGHT = {
  panel: "#1a1a18",
  sunk: "#151514",
  line: "#2b2a27",
  ink: "#ecebe7",
  ink3: "#98958c",
  accent: "#8aa2ff",
  accentSoft: "#1e2745",
  warn: "#ff9a5c",
  fail: "#ff7b93",
  key: "#c3a6ff",
  string: "#7fd6ae",
  number: "#ffb37a",
};

const bare = (colour: string) => colour.slice(1);

/** Theme data from a palette. `base` supplies what is not named here. */
export function themeOf(dark: boolean): monaco.editor.IStandaloneThemeData {
  const c = dark ? DARK : LIGHT;
  return {
    base: dark ? "vs-dark" : "vs",
    inherit: true,
    rules: [
      { token: "", foreground: bare(c.ink) },
      { token: "string.key.json", foreground: bare(c.key) },
      { token: "string.value.json", foreground: bare(c.string) },
      { token: "string", foreground: bare(c.string) },
      { token: "number", foreground: bare(c.number) },
      { token: "keyword", foreground: bare(c.key) },
      { token: "keyword.json", foreground: bare(c.number) },
      { token: "delimiter", foreground: bare(c.ink) },
      { token: "comment", foreground: bare(c.ink3) },
      { token: "type", foreground: bare(c.key) },
    ],
    colors: {
      "editor.background": c.panel,
      "editor.foreground": c.ink,
      "editorLineNumber.foreground": c.ink3,
      "editorLineNumber.activeForeground": c.ink,
      "editor.lineHighlightBackground": c.sunk,
      "editor.lineHighlightBorder": "#00000000",
      "editor.selectionBackground": `${c.accent}40`,
      "editor.inactiveSelectionBackground": `${c.accent}22`,
      "editorCursor.foreground": c.accent,
      "editorIndentGuide.background1": c.line,
      "editorError.foreground": c.fail,
      "editorWarning.foreground": c.warn,
      "editorInfo.foreground": c.accent,
      "editorWidget.background": c.panel,
      "editorWidget.border": c.line,
      "editorSuggestWidget.background": c.panel,
      "editorSuggestWidget.border": c.line,
      "editorSuggestWidget.foreground": c.ink,
      "editorSuggestWidget.selectedBackground": c.accentSoft,
      "editorSuggestWidget.selectedForeground": c.ink,
      "editorSuggestWidget.highlightForeground": c.accent,
      "editorSuggestWidget.focusHighlightForeground": c.accent,
      "editorHoverWidget.background": c.panel,
      "editorHoverWidget.border": c.line,
      "editorHoverWidget.foreground": c.ink,
      "editorIndentGuide.activeBackground1": c.line,
      "scrollbar.shadow": "#00000000",
      "scrollbarSlider.background": `${c.ink3}55`,
      "scrollbarSlider.hoverBackground": `${c.ink3}88`,
      "scrollbarSlider.activeBackground": `${c.ink3}aa`,
      "editorBracketMatch.background": c.accentSoft,
      "editorBracketMatch.border": c.accent,
      focusBorder: "#00000000",
    },
  };
}
