"use client";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { openSchema, useToolKey } from "@/lib/client/workspace/open-tool";
import type { Side } from "@/lib/protocol/side";
import { TEXT } from "./text";

interface FindingActionsProps {
  /** Name of the tool. */
  tool: string;
  side: Side;
  /** The rule's pointer in the schema; null if it has none. */
  pointer: string | null;
  /** Further actions. */
  children?: ReactNode;
}

/** Leads from a finding to its rule in the current schema. */
export function FindingActions({ tool, side, pointer, children }: FindingActionsProps) {
  const key = useToolKey(tool);
  const why = key === undefined ? `The workspace has no tool named ${tool}` : pointer === null && TEXT.noRule;
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-t px-[11px] py-2">
      <Button
        small
        testId="open-schema"
        why={why}
        hint={TEXT.openSchemaHint}
        onClick={() => key !== undefined && openSchema(key, side, pointer ?? "")}
      >
        Open schema
      </Button>
      {children}
    </div>
  );
}
