"use client";
import { setScreen, useScreen } from "@/lib/client/screen/screen";
import { Dialog } from "../ui/dialog";
import { Kbd } from "../ui/kbd";
import { groupsOf, useShortcut, useShortcutList } from "./shortcuts";

/** All shortcuts of the page, by group; Shift+? opens it. */
export function ShortcutSheet() {
  const open = useScreen((screen) => screen.dialog === "shortcuts");
  const list = useShortcutList().filter(({ keys }) => keys.length > 0);
  useShortcut("sheet", { keys: "shift+?", label: "Keyboard shortcuts", group: "Page" }, () =>
    setScreen({ dialog: "shortcuts" }),
  );
  const groups = groupsOf(list);
  return (
    <Dialog
      open={open}
      size="wide"
      testId="shortcut-sheet"
      onClose={() => setScreen({ dialog: null })}
      title="Keyboard shortcuts"
      description="Single keys are off while you type. To leave an editor, press Esc and then Tab, or F6."
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {groups.map((group) => (
          <section key={group}>
            <h3 className="mb-1 font-[580] text-2xs text-ink-3">{group}</h3>
            <dl>
              {list
                .filter((shortcut) => shortcut.group === group)
                .map(({ id, label, keys }) => (
                  <div key={id} className="flex items-center justify-between gap-4 border-line border-t py-1">
                    <dt>{label}</dt>
                    <dd className="flex gap-1 text-ink-2">
                      {[keys].flat().map((chord) => (
                        <Kbd key={chord} keys={chord} />
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
