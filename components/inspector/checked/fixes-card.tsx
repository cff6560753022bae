"use client";
import { Card, Words } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { explain } from "@/lib/client/api/api";
import { useMends } from "@/lib/client/queries/queries";
import type { MendBody } from "@/lib/wire/fixes";
import { SchemaChanges } from "./schema-changes";

/** "Would be valid if …": edits of the text, and changes of the schema; checked, offered and never applied. */
export function MendsCard({ body, tool }: { body: MendBody; tool: string }) {
  const mends = useMends();
  return (
    <>
      <Edits body={body} mends={mends} />
      {mends.data && (
        <SchemaChanges tool={tool} side={body.direction} schema={body.schema} changes={mends.data.changes} />
      )}
    </>
  );
}

function Edits({ body, mends }: { body: MendBody; mends: ReturnType<typeof useMends> }) {
  const found = mends.data?.mends;
  return (
    <Card
      title="Would be valid if …"
      aside={found && found.length > 0 ? "each was checked; nothing is applied" : undefined}
      testId="mends"
    >
      {!found && (
        <div className="flex items-center gap-2.5 px-[11px] py-2">
          <Button
            small
            testId="mends-find"
            why={mends.isPending && "It is being looked for"}
            onClick={() => mends.mutate(body)}
          >
            Find the smallest edits
          </Button>
          {mends.error && <span className="text-fail text-xs">{explain(mends.error)}</span>}
        </div>
      )}
      {found?.length === 0 && <Words>No small edit was found that makes it valid.</Words>}
      {found?.map((way) => (
        <div key={way.text} className="border-line border-t first:border-t-0" data-testid="mend">
          <div className="flex items-start gap-2 py-1.5 pr-1.5 pl-[11px]">
            <ul className="min-w-0 flex-1 text-xs">
              {way.edits.map((edit) => (
                <li key={edit} className="break-words">
                  {edit}
                </li>
              ))}
            </ul>
            <CopyButton text={way.text} label="Copy the text after the edits" />
          </div>
          <CodeView text={way.text} language="json" label="The text after the edits" rows={6} />
        </div>
      ))}
      {mends.data?.shrunk !== undefined && mends.data.shrunk !== body.text && (
        <div className="border-line border-t" data-testid="shrunk">
          <p className="flex items-center py-1 pr-1.5 pl-[11px] text-ink-2 text-xs">
            <span className="flex-1">
              The smallest text that still breaks the first rule at the same place
            </span>
            <CopyButton text={mends.data.shrunk} label="Copy the smallest text" />
          </p>
          <CodeView
            text={mends.data.shrunk}
            language="json"
            label="The smallest text that breaks it"
            rows={6}
          />
        </div>
      )}
    </Card>
  );
}
