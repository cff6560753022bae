"use client";
import { useMemo, useState } from "react";
import { Card, CardText } from "@/components/shared/card";
import { DiffView } from "@/components/shared/diff-view";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { useDraftPart } from "@/lib/client/workspace/draft";
import { putSchema, toolNamed } from "@/lib/client/workspace/open-tool";
import { readTypedJson } from "@/lib/json/typed-text";
import { schemaText } from "@/lib/protocol/schema-text";
import type { Side } from "@/lib/protocol/side";
import { diffJson } from "@/lib/view/code/diff";
import type { Fixes } from "@/lib/wire/fixes";
import { TEXT } from "./text";

interface SchemaChangesProps {
  tool: string;
  side: Side;
  /** The schema that the call was checked with. */
  schema: string;
  /** Absent: no search was made. */
  changes: Fixes["changes"];
}

/** The smallest changes of the schema that would accept the text: shown as diffs, applied to the editor on request. */
export function SchemaChanges({ tool, side, schema, changes }: SchemaChangesProps) {
  return (
    <Card
      title="Suggested schema changes"
      aside={changes && changes.length > 0 ? "checked, not applied" : undefined}
      testId="schema-changes"
    >
      {!changes && <CardText>{TEXT.schemaTooLong}</CardText>}
      {changes?.length === 0 && <CardText>{TEXT.noSchemaChange}</CardText>}
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
        <CopyButton text={change.schema} label="Copy changed schema" />
      </div>
      <DiffView
        lines={lines}
        names={{ left: "before", right: "changed" }}
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

/** An edit of the draft like any other: undo it in the editor or, until something else is typed, with the button. */
function PutIntoEditor({ tool, side, schema, changed }: PutProps) {
  const [before, setBefore] = useState<string | null>(null);
  const found = useDraftPart((draft) => toolNamed(draft, tool));
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
            Undo
          </Button>
          <span className="text-ink-2 text-xs" role="status">
            {TEXT.schemaApplied}
          </span>
        </>
      ) : (
        <Button
          small
          testId="schema-put"
          why={found ? whyNot(now, schema) : `The workspace no longer has a tool named ${tool}`}
          onClick={() => found && setBefore(putSchema(found.key, side, changed).before)}
        >
          Apply in editor
        </Button>
      )}
    </div>
  );
}

/** The editor's text is replaced only if it is still the schema that the call was checked with. */
function whyNot(now: string, schema: string): string | null {
  if (now === schema) return null;
  const [a, b] = [readTypedJson(now), readTypedJson(schema)];
  const same = a.ok && b.ok && JSON.stringify(a.value) === JSON.stringify(b.value);
  return same ? null : TEXT.schemaDiffers;
}
