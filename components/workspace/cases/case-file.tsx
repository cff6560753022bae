"use client";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { download } from "@/components/ui/download";
import { explain } from "@/lib/client/api/api";
import { useReadCaseFile } from "@/lib/client/queries/cases";
import { editTool } from "@/lib/client/workspace/draft";
import { caseFileOf, withCaseFile } from "@/lib/client/workspace/kept-cases";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import { count } from "@/lib/view/text/format";

interface CaseFileProps {
  tool: WorkspaceTool;
  toolKey: string;
  /** Further buttons in the same row. */
  children?: ReactNode;
}

/**
 * Exports a tool's cases to a file and imports them from one. A file is imported as a whole or, with the reason, not
 * at all.
 */
export function CaseFileButtons({ tool, toolKey, children }: CaseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = useReadCaseFile();
  const [said, setSaid] = useState("");
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    try {
      const { file } = await read.mutateAsync(await chosen.text());
      const made = withCaseFile(tool, file);
      if ("why" in made) return setSaid(`No case was imported: ${made.why}.`);
      editTool(toolKey, (now) => {
        const fitted = withCaseFile(now, file);
        return "tool" in fitted ? fitted.tool : now;
      });
      setSaid(`${count(file.cases.length, "case")} imported from ${chosen.name}.`);
    } catch (error) {
      setSaid(explain(error));
    }
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-1">
        <Button small look="quiet" testId="case-import" onClick={() => input.current?.click()}>
          Import…
        </Button>
        <Button
          small
          look="quiet"
          testId="case-export"
          why={!tool.cases?.length && "There are no cases"}
          onClick={() => save(tool)}
        >
          Export
        </Button>
        {children}
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          aria-label="Case file"
          data-testid="case-file"
          className="hidden"
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = "";
          }}
        />
      </div>
      <p role="status" data-testid="case-said">
        {said}
      </p>
    </>
  );
}

function save(tool: WorkspaceTool): void {
  const text = `${JSON.stringify(caseFileOf(tool), null, 2)}\n`;
  download(text, { name: `${tool.name || "tool"}-cases.json`, type: "application/json" });
}
