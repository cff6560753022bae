"use client";
import { Card, CardText } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { explain } from "@/lib/client/api/api";
import { useFixes } from "@/lib/client/queries/fixes";
import type { FixesBody } from "@/lib/wire/fixes";
import { SchemaChanges } from "./schema-changes";
import { TEXT } from "./text";

/** "Suggested fixes": edits of the text, and changes of the schema; checked, offered and never applied. */
export function FixesCard({ body, tool }: { body: FixesBody; tool: string }) {
  const fixes = useFixes();
  return (
    <>
      <Edits body={body} fixes={fixes} />
      {fixes.data && (
        <SchemaChanges tool={tool} side={body.direction} schema={body.schema} changes={fixes.data.changes} />
      )}
    </>
  );
}

function Edits({ body, fixes }: { body: FixesBody; fixes: ReturnType<typeof useFixes> }) {
  const found = fixes.data?.fixes;
  return (
    <Card
      title="Suggested fixes"
      aside={found && found.length > 0 ? "checked, not applied" : undefined}
      testId="fixes"
    >
      {!found && (
        <div className="flex items-center gap-2.5 px-[11px] py-2">
          <Button
            small
            testId="fixes-find"
            why={fixes.isPending && "Searching…"}
            onClick={() => fixes.mutate(body)}
          >
            Suggest fixes
          </Button>
          {fixes.error && <span className="text-fail text-xs">{explain(fixes.error)}</span>}
        </div>
      )}
      {found?.length === 0 && <CardText>{TEXT.noFix}</CardText>}
      {found?.map((way) => (
        <div key={way.text} className="border-line border-t first:border-t-0" data-testid="fix">
          <div className="flex items-start gap-2 py-1.5 pr-1.5 pl-[11px]">
            <ul className="min-w-0 flex-1 text-xs">
              {way.edits.map((edit) => (
                <li key={edit} className="break-words">
                  {edit}
                </li>
              ))}
            </ul>
            <CopyButton text={way.text} label="Copy fixed text" />
          </div>
          <CodeView text={way.text} language="json" label="Fixed text" rows={6} />
        </div>
      ))}
      {fixes.data?.shrunk !== undefined && fixes.data.shrunk !== body.text && (
        <div className="border-line border-t" data-testid="shrunk">
          <p className="flex items-center py-1 pr-1.5 pl-[11px] text-ink-2 text-xs">
            <span className="flex-1">{TEXT.smallestText}</span>
            <CopyButton text={fixes.data.shrunk} label="Copy smallest text" />
          </p>
          <CodeView
            text={fixes.data.shrunk}
            language="json"
            label="Smallest text that breaks the rule"
            rows={6}
          />
        </div>
      )}
    </Card>
  );
}
