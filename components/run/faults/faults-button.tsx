"use client";
import { Zap } from "lucide-react";
import { useShortcut } from "@/components/keys/shortcuts";
import { IconButton } from "@/components/ui/button";
import { setScreen } from "@/lib/client/screen/screen";
import { useDraftPart } from "@/lib/client/workspace/draft";
import { armed } from "@/lib/client/workspace/fault-edits";
import { count } from "@/lib/view/text/format";

const open = () => setScreen({ dialog: "faults", faultsOf: null });

/** Opens the injected faults; filled, with the number of rules, while they are on. */
export function FaultsButton() {
  const n = useDraftPart((draft) => armed(draft.workspace));
  useShortcut("faults", { keys: [], group: "Page", label: "Injected faults" }, open);
  return (
    <IconButton
      label={n > 0 ? `Injected faults: ${count(n, "rule")} on, from the next run` : "Injected faults"}
      testId="faults-open"
      data-status={n > 0 ? "armed" : "off"}
      onClick={open}
      look={n > 0 ? "lit" : "quiet"}
      className={n > 0 ? "w-auto! px-1!" : undefined}
    >
      <Zap size={15} fill={n > 0 ? "currentColor" : "none"} aria-hidden />
      {n > 0 && <span className="text-2xs">{n}</span>}
    </IconButton>
  );
}
