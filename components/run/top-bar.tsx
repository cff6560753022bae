"use client";
import { Keyboard, Monitor, Moon, Search, Settings2, Sun } from "lucide-react";
import { FaultsButton } from "@/components/run/faults/faults-button";
import { PHONE, useMedia } from "@/components/ui/use-media";
import { useSettings } from "@/lib/client/queries/settings";
import { canStop, type RunControls } from "@/lib/client/run/run";
import { setScreen, useScreen } from "@/lib/client/screen/screen";
import { setTheme, useTheme } from "@/lib/client/screen/theme";
import { useDraftPart } from "@/lib/client/workspace/draft";
import { duplicateNames } from "@/lib/client/workspace/edits";
import { useShortcut } from "../keys/shortcuts";
import { Button, IconButton } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { Menu, MenuChoice } from "../ui/menu";
import { BreakpointsMenu } from "./breakpoints-menu";
import { ModelChip } from "./model-chip";
import { RunsMenu } from "./runs-menu";
import { WorkerChip } from "./worker-chip";

interface TopBarProps {
  controls: RunControls;
}

/** The bar above the run: model, worker, breakpoints, injected faults, and the buttons that start and stop it. */
export function TopBar({ controls }: TopBarProps) {
  const { start, stop, starting, status } = controls;
  const phone = useMedia(PHONE);
  const blocked = useBlocked();
  const busy = starting ? "Starting the run…" : blocked;
  useShortcut(
    "run",
    { keys: "mod+enter", label: "Run", group: "Run", when: busy === null, why: busy ?? undefined },
    start,
  );
  useShortcut(
    "stop",
    {
      keys: "escape",
      label: "Stop run",
      group: "Run",
      when: canStop(status),
      typing: true,
      why: "No run is in progress",
    },
    stop,
  );
  const page = { keys: [], group: "Page" };
  useShortcut("agent", { ...page, label: "Agent settings" }, () => setScreen({ dialog: "agent" }));
  useShortcut("policies", { ...page, label: "Retry policies" }, () => setScreen({ dialog: "policies" }));
  return (
    <header className="flex min-h-11 shrink-0 items-center gap-x-2 border-line border-b bg-panel pr-3 pl-3.5">
      <Logo />
      <RunsMenu />
      <span className="flex-1" />
      <Button
        small
        testId="palette-open"
        aria-keyshortcuts="Control+K Meta+K"
        hint="Command palette"
        onClick={() => setScreen({ dialog: "palette" })}
        className="text-ink-2! max-md:w-7 max-md:px-0!"
      >
        <Search size={14} aria-hidden />
        <span className="max-md:sr-only">Find</span>
        <span className="hidden md:inline">
          <Kbd keys="mod+k" />
        </span>
      </Button>
      {!phone && (
        <>
          <ModelChip />
          <WorkerChip />
        </>
      )}
      <BreakpointsMenu controls={controls} />
      <FaultsButton />
      <IconButton
        label="Agent settings"
        testId="agent-settings"
        onClick={() => setScreen({ dialog: "agent" })}
      >
        <Settings2 size={15} />
      </IconButton>
      <ThemeMenu />
      <span className="hidden md:inline">
        <IconButton label="Keyboard shortcuts" onClick={() => setScreen({ dialog: "shortcuts" })}>
          <Keyboard size={15} />
        </IconButton>
      </span>
      <Button
        look="primary"
        testId="run"
        why={busy}
        onClick={start}
        data-status={starting ? "starting" : "ready"}
      >
        Run
        <span className="hidden md:inline">
          <Kbd keys="mod+enter" />
        </span>
      </Button>
    </header>
  );
}

/** Why no run can be started; null if one can. */
function useBlocked(): string | null {
  const message = useScreen((screen) => screen.message);
  const key = useScreen((screen) => screen.secrets.apiKey);
  const serverKey = useSettings().data?.anthropic_key;
  const model = useDraftPart((draft) => draft.workspace.model);
  const twice = useDraftPart((draft) => duplicateNames(draft.workspace)[0]);
  if (message.trim() === "") return "Type a message first";
  if (twice !== undefined) return `Two tools are named ${twice}: rename one of them`;
  if (model.kind === "anthropic" && !model.baseUrl && !key && serverKey === false)
    return "No API key: enter one in the model settings, or start the server with ANTHROPIC_API_KEY set";
  return null;
}

/** Only the icon where there is little space. */
function Logo() {
  return (
    <h1 className="flex shrink-0 items-center gap-2 font-[640] tracking-[-0.01em]">
      <svg width="18" height="18" viewBox="0 0 18 18" className="text-accent" aria-hidden>
        <circle cx="9" cy="9" r="7.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
        <path
          d="M3 9h3l1.5-3.4L10 12l1.6-3H15"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
      <span className="sr-only md:not-sr-only">Callscope</span>
    </h1>
  );
}

function ThemeMenu() {
  const theme = useTheme();
  const at = { keys: [], group: "Page", why: "already selected" };
  useShortcut("theme-light", { ...at, label: "Theme: light", when: theme !== "light" }, () =>
    setTheme("light"),
  );
  useShortcut("theme-dark", { ...at, label: "Theme: dark", when: theme !== "dark" }, () => setTheme("dark"));
  useShortcut("theme-system", { ...at, label: "Theme: system", when: theme !== "system" }, () =>
    setTheme("system"),
  );
  const Sign = { system: Monitor, light: Sun, dark: Moon }[theme];
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="Theme" testId="theme">
          <Sign size={15} />
        </IconButton>
      }
    >
      <MenuChoice
        value={theme}
        onChange={(value) => setTheme(value === "light" || value === "dark" ? value : "system")}
        options={[
          { value: "system", label: "System" },
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
      />
    </Menu>
  );
}
