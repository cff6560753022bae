"use client";
import { useMemo, useState } from "react";
import { Card, Words } from "@/components/shared/card";
import { DiffView } from "@/components/shared/diff-view";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { useDraft } from "@/lib/client/workspace/draft";
import { putSchema, toolNamed } from "@/lib/client/workspace/open-tool";
import { readTypedJson } from "@/lib/json/typed-text";
import { schemaText } from "@/lib/protocol/schema-text";
import { diffJson } from "@/lib/view/code/diff";
import type { Fixes } from "@/lib/wire/fixes";

interface SchemaChangesProps {
  tool: string;
  side: "input" | "output";
  /** As the call was checked with. */
  schema: string;
  /** Absent: they were not looked for. */
  changes: Fixes["changes"];
}

/** The smallest changes of the schema that would accept the text: offered as diffs, put into the editor on demand. */
export function SchemaChanges({ tool, side, schema, changes }: SchemaChangesProps) {
  return (
    <Card
      title="The schema would accept it if …"
      aside={changes && changes.length > 0 ? "each was checked; nothing is applied" : undefined}
      testId="schema-changes"
    >
      {!changes && <Words>Not looked for: the schema is longer than 50,000 characters.</Words>}
      {changes?.length === 0 && <Words>No small change of the schema was found that would accept it.</Words>}
      {changes?.map((change) => (
        <Change key={change.schema} tool={tool} side={side} schema={schema} change={change} />
      ))}
    </Card>
  );
}

function Change({
  change,
  schema,
  ...where
}: Omit<SchemaChangesProps, "changes"> & { change: NonNullable<Fixes["changes"]>[number] }) {
  const lines = useMemo(() => diffOf(schema, change.schema), [schema, change]);
  return (
    <div className="border-line border-t first:border-t-0" data-testid="schema-change">
      <div className="flex items-start gap-2 py-1.5 pr-1.5 pl-[11px]">
        <ul className="min-w-0 flex-1 text-xs">
          {change.edits.map((edit) => (
            <li key={edit} className="break-words">
              {edit}
            </li>
          ))}
        </ul>
        <CopyButton text={change.schema} label="Copy the changed schema" />
      </div>
      <DiffView
        lines={lines}
        names={{ left: "as it was", right: "changed" }}
        copy={{ left: () => schema, right: () => change.schema }}
      />
      <PutIntoEditor {...where} schema={schema} changed={change.schema} />
    </div>
  );
}

function diffOf(before: string, after: string) {
  const [left, right] = [readTypedJson(before), readTypedJson(after)];
  return left.ok && right.ok ? diffJson(left.value, right.value) : [];
}

interface PutProps extends Omit<SchemaChangesProps, "changes"> {
  changed: string;
}

/** A draft edit like any other: the editor can undo it, and so can the button while nothing was typed since. */
function PutIntoEditor({ tool, side, schema, changed }: PutProps) {
  const draft = useDraft((store) => store.draft);
  const [before, setBefore] = useState<string | null>(null);
  const found = toolNamed(draft, tool);
  const now = found ? schemaText(found.tool, side) : "";
  const isPut = before !== null && now === changed;
  return (
    <div className="flex flex-wrap items-center gap-2 px-[11px] py-1.5">
      {isPut && found ? (
        <>
          <Button
            small
            testId="schema-take-back"
            onClick={() => {
              putSchema(found.key, side, before);
              setBefore(null);
            }}
          >
            Take it back
          </Button>
          <span className="text-ink-2 text-xs" role="status">
            It stands in the editor; the next run uses it.
          </span>
        </>
      ) : (
        <Button
          small
          testId="schema-put"
          why={found ? whyNot(now, schema) : `The workspace has no tool called ${tool} any more`}
          onClick={() => found && setBefore(putSchema(found.key, side, changed).before)}
        >
          Put it into the editor
        </Button>
      )}
    </div>
  );
}

/** What is in the editor is replaced only where it is what the call was checked with. */
function whyNot(now: string, schema: string): string | null {
  if (now === schema) return null;
  const [a, b] = [readTypedJson(now), readTypedJson(schema)];
  const same = a.ok && b.ok && JSON.stringify(a.value) === JSON.stringify(b.value);
  return same
    ? null
    : "The schema in the editor is another one than this call was checked with: change it there";
}
