"use client";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useTask } from "@/components/shared/use-task";
import { useRefresh } from "@/lib/client/queries/keys";
import { useSamples, useWorkspaces } from "@/lib/client/queries/workspaces";
import { openSession } from "@/lib/client/screen/url-state";
import { flush } from "@/lib/client/workspace/autosave";
import { useDraftPart } from "@/lib/client/workspace/draft";
import {
  createBlank,
  duplicate,
  openSample,
  openStored,
  remove,
  rename,
} from "@/lib/client/workspace/opening";
import { useShortcut } from "../keys/shortcuts";
import { Button } from "../ui/button";
import { Confirm } from "../ui/dialog";
import { Callout } from "../ui/feedback";
import { Menu, MenuGroup, MenuItem, MenuSeparator } from "../ui/menu";
import { NameDialog } from "./name-dialog";
import { SaveMark } from "./save-mark";

/** The workspace's name, the menu behind it, and whether everything is saved. */
export function WorkspaceHeader() {
  const { name, about } = useDraftPart((draft) => draft.workspace);
  const [asking, setAsking] = useState<"rename" | "delete" | null>(null);
  const { error, run, clear } = useTask();
  const refresh = useRefresh();
  const change = (task: () => Promise<void>) =>
    run(async () => {
      await task();
      openSession(null);
      await refresh("workspaces");
    });
  const at = { keys: [], group: "Workspace" };
  useShortcut("workspace-new", { ...at, label: "New workspace" }, () => void change(createBlank));
  useShortcut("workspace-rename", { ...at, label: "Rename workspace…" }, () => setAsking("rename"));
  useShortcut("workspace-duplicate", { ...at, label: "Duplicate workspace" }, () => void change(duplicate));
  return (
    <header className="border-line border-b">
      <div className="flex h-11 items-center gap-1 pr-3 pl-2">
        <WorkspaceMenu
          name={name}
          change={change}
          onRename={() => setAsking("rename")}
          onDelete={() => setAsking("delete")}
        />
        <span className="flex-1" />
        <SaveMark onRetry={() => void flush()} />
      </div>
      {about && <p className="px-3.5 pb-2.5 text-ink-2 text-xs">{about}</p>}
      {error && (
        <Callout
          tone="fail"
          shape="cross"
          alert
          action={
            <Button small look="quiet" onClick={clear}>
              Dismiss
            </Button>
          }
        >
          {error}
        </Callout>
      )}
      {asking === "rename" && (
        <NameDialog
          title="Rename workspace"
          value={name}
          errorOf={(name) => (name.length > 200 ? "At most 200 characters" : null)}
          onDone={rename}
          onClose={() => setAsking(null)}
        />
      )}
      <Confirm
        open={asking === "delete"}
        title={`Delete “${name}”?`}
        action="Delete"
        onConfirm={() => change(remove)}
        onClose={() => setAsking(null)}
      >
        The workspace is deleted permanently. Its runs are kept and can still be opened.
      </Confirm>
    </header>
  );
}

interface MenuProps {
  name: string;
  change: (task: () => Promise<void>) => void;
  onRename: () => void;
  onDelete: () => void;
}

function WorkspaceMenu({ name, change, onRename, onDelete }: MenuProps) {
  const opened = useDraftPart((draft) => draft.id);
  const workspaces = useWorkspaces().data?.items ?? [];
  const samples = useSamples().data?.items ?? [];
  return (
    <Menu
      className="w-80"
      trigger={
        <Button look="quiet" testId="workspace-menu" className="min-w-0 shrink! px-1.5!">
          <span className="truncate font-[580] text-ink" data-testid="workspace-name">
            {name}
          </span>
          <ChevronDown size={14} className="shrink-0 text-ink-3" />
        </Button>
      }
    >
      <MenuItem testId="workspace-new" onSelect={() => change(createBlank)}>
        New workspace
      </MenuItem>
      <MenuItem testId="workspace-rename" onSelect={onRename}>
        Rename…
      </MenuItem>
      <MenuItem testId="workspace-duplicate" onSelect={() => change(duplicate)}>
        Duplicate
      </MenuItem>
      <MenuItem
        testId="workspace-delete"
        danger
        onSelect={onDelete}
        why={opened === null && "a sample, not saved yet"}
      >
        Delete…
      </MenuItem>
      {workspaces.length > 0 && (
        <>
          <MenuSeparator />
          <MenuGroup label="Workspaces">
            {workspaces.map((item) => (
              <MenuItem
                key={item.id}
                testId="workspace-item"
                hint={item.id === opened ? "open" : `${item.tools} ${item.tools === 1 ? "tool" : "tools"}`}
                onSelect={() => change(() => openStored(item.id))}
              >
                {item.name}
              </MenuItem>
            ))}
          </MenuGroup>
        </>
      )}
      <MenuSeparator />
      <MenuGroup label="Samples">
        {samples.map((sample) => (
          <MenuItem
            key={sample.file}
            testId="sample-item"
            onSelect={() => change(() => openSample(sample.file))}
          >
            {sample.name}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  );
}
