"use client";
import { type ReactNode, useEffect, useRef } from "react";
import { Group, Panel, Separator, useDefaultLayout } from "react-resizable-panels";
import { ONE_COLUMN, useMedia } from "@/components/ui/use-media";
import { type Column, setScreen, useScreen } from "@/lib/client/screen/screen";
import { storage } from "@/lib/client/screen/storage";
import { useSelection } from "@/lib/client/screen/use-selection";
import { ColumnContext } from "../keys/column";
import { cx } from "../ui/cx";

interface ColumnsProps {
  left: ReactNode;
  middle: ReactNode;
  right: ReactNode;
}

/** Three columns that can be resized and remember their widths; on a narrow window, one at a time. */
export function Columns(props: ColumnsProps) {
  const narrow = useMedia(ONE_COLUMN);
  return narrow ? <OneColumn {...props} /> : <ThreeColumns {...props} />;
}

function ThreeColumns({ left, middle, right }: ColumnsProps) {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    id: "callscope.columns",
    storage,
  });
  return (
    <Group
      id="columns"
      className="min-h-0 flex-1"
      defaultLayout={defaultLayout}
      onLayoutChanged={onLayoutChanged}
    >
      <Panel id="left" defaultSize="24%" minSize="240px" className="flex flex-col overflow-hidden bg-panel">
        <section aria-label="Workspace and tools" data-part="tools" className="flex min-h-0 flex-1 flex-col">
          {left}
        </section>
      </Panel>
      <Divider label="Width of the tools column" />
      <Panel id="middle" defaultSize="47%" minSize="320px" className="flex flex-col overflow-hidden">
        <section aria-label="Run" data-part="run" className="flex min-h-0 flex-1 flex-col">
          {middle}
        </section>
      </Panel>
      <Divider label="Width of the inspector" />
      <Panel id="right" defaultSize="29%" minSize="260px" className="flex flex-col overflow-hidden bg-panel">
        <section aria-label="Inspector" data-part="inspector" className="flex min-h-0 flex-1 flex-col">
          {right}
        </section>
      </Panel>
    </Group>
  );
}

function Divider({ label }: { label: string }) {
  return (
    <Separator
      aria-label={label}
      className="w-px bg-line outline-none transition-colors hover:bg-accent focus-visible:bg-accent focus-visible:ring-1 focus-visible:ring-accent data-[separator=active]:bg-accent data-[separator=drag]:bg-accent"
    />
  );
}

const NAMES: { id: Column; label: string }[] = [
  { id: "tools", label: "Tools" },
  { id: "run", label: "Run" },
  { id: "inspector", label: "Inspector" },
];

const WALKING = /^(arrow.*|page.*|home|end|j|k)$/i;

/** Whether the last action was a step from row to row by key: keyboard navigation keeps the focus in the list. */
function useWalks() {
  const walks = useRef(false);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      walks.current = WALKING.test(key);
    };
    const onPointer = () => {
      walks.current = false;
    };
    window.addEventListener("keydown", onKey, true);
    window.addEventListener("pointerdown", onPointer, true);
    return () => {
      window.removeEventListener("keydown", onKey, true);
      window.removeEventListener("pointerdown", onPointer, true);
    };
  }, []);
  return walks;
}

/** Hidden columns keep their size and state, and their commands stay in the palette. */
function OneColumn({ left, middle, right }: ColumnsProps) {
  const column = useScreen((screen) => screen.column);
  const { row } = useSelection();
  const walks = useWalks();
  useEffect(() => {
    if (row && !walks.current) setScreen({ column: "inspector" });
  }, [row, walks]);
  const shown: Record<Column, ReactNode> = { tools: left, run: middle, inspector: right };
  return (
    <>
      <nav aria-label="Columns" className="flex shrink-0 border-line border-b bg-panel px-2">
        {NAMES.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            data-testid={`column-${id}`}
            aria-pressed={column === id}
            onClick={() => setScreen({ column: id })}
            className="-mb-px h-9 flex-1 border-transparent border-b-2 text-ink-2 focus-visible:-outline-offset-2 aria-pressed:border-accent aria-pressed:font-[540] aria-pressed:text-ink"
          >
            {label}
          </button>
        ))}
      </nav>
      <div className="relative min-h-0 flex-1">
        {NAMES.map(({ id, label }) => (
          <section
            key={id}
            aria-label={label}
            data-part={id}
            inert={id !== column}
            className={cx(
              "absolute inset-0 flex flex-col overflow-hidden",
              id !== "run" && "bg-panel",
              id !== column && "invisible",
            )}
          >
            <ColumnContext value={id}>{shown[id]}</ColumnContext>
          </section>
        ))}
      </div>
    </>
  );
}
