"use client";
import { type ReactNode, useState } from "react";
import { CopyTest } from "@/components/shared/copy-test";
import { Button } from "@/components/ui/button";
import { StatusMark } from "@/components/ui/status";
import { explain } from "@/lib/client/api/api";
import { useCaseRun } from "@/lib/client/queries/cases";
import { editTool, useDraftPart } from "@/lib/client/workspace/draft";
import { caseRunBody, withCase, withChangedCase, withoutCase } from "@/lib/client/workspace/kept-cases";
import type { CaseVerdict, ToolCase } from "@/lib/protocol/case";
import { schemaText } from "@/lib/protocol/schema-text";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import { shownText, withEdit } from "@/lib/util/line-ends";
import type { CaseOutcome } from "@/lib/wire/cases";
import { CaseFileButtons } from "./case-file";
import { GenerateCases } from "./generate-cases";
import { TEXT } from "./text";

interface CasesTabProps {
  tool: WorkspaceTool;
  toolKey: string;
}

/** The cases of a tool, each with its verdict under the current schema. */
export function CasesTab({ tool, toolKey }: CasesTabProps) {
  const [deleted, setDeleted] = useState<{ kept: ToolCase; at: number } | null>(null);
  const formats = useDraftPart((draft) => draft.workspace.formats);
  const cases = tool.cases ?? [];
  const run = useCaseRun(toolKey, caseRunBody(tool, formats));
  const outcomes = run.data?.outcomes ?? [];
  const failing = outcomes.filter(({ passed }) => !passed).length;
  const undo = () => {
    if (deleted) editTool(toolKey, (now) => withCase(now, deleted.kept, deleted.at));
    setDeleted(null);
  };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-3.5 py-2 text-xs" data-testid="cases">
      <p role="status" className="flex min-h-6 items-center gap-2 text-ink-2" data-testid="cases-summary">
        {summaryOf(cases.length, outcomes.length, failing)}
        {deleted && (
          <Button small testId="case-undo" onClick={undo}>
            Undo: Delete {deleted.kept.name}
          </Button>
        )}
      </p>
      {run.error && <p className="text-fail">{explain(run.error)}</p>}
      {run.data?.stopped && <p className="text-warn">{run.data.stopped}</p>}
      <CaseFileButtons tool={tool} toolKey={toolKey}>
        <GenerateCases tool={tool} toolKey={toolKey} />
      </CaseFileButtons>
      <ul>
        {cases.map((kept, at) => (
          <CaseRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a case has no id, and its name is being typed
            key={at}
            kept={kept}
            outcome={outcomes[at]}
            test={
              <CopyTest
                tool={tool.name}
                direction={kept.direction}
                schema={schemaText(tool, kept.direction)}
                text={kept.text}
                status={kept.expected.status}
              />
            }
            onChange={(change) => editTool(toolKey, (now) => withChangedCase(now, at, change))}
            onDelete={() => {
              editTool(toolKey, (now) => withoutCase(now, at));
              setDeleted({ kept, at });
            }}
          />
        ))}
      </ul>
    </div>
  );
}

function summaryOf(cases: number, run: number, failing: number): string {
  if (cases === 0) return TEXT.noCases;
  if (run < cases) return `${run} of ${cases} cases checked`;
  return failing === 0 ? `All ${cases} as expected` : `${failing} of ${cases} not as expected`;
}

interface CaseRowProps {
  kept: ToolCase;
  outcome: CaseOutcome | undefined;
  /** The button that copies the case as a test. */
  test: ReactNode;
  onChange: (change: Partial<ToolCase>) => void;
  onDelete: () => void;
}

function CaseRow({ kept, outcome, test, onChange, onDelete }: CaseRowProps) {
  return (
    <li className="border-line border-t py-2" data-testid="case" data-passed={outcome?.passed}>
      <div className="flex items-center gap-2">
        <Mark outcome={outcome} />
        <input
          aria-label="Case name"
          className="h-6 min-w-0 flex-1 bg-transparent font-[540]"
          maxLength={200}
          value={kept.name}
          onChange={({ target }) => target.value !== "" && onChange({ name: target.value })}
        />
        <span className="text-ink-3">{kept.direction === "input" ? "arguments" : "result"}</span>
        <Button small look="quiet" testId="case-delete" onClick={onDelete}>
          Delete
        </Button>
      </div>
      <textarea
        aria-label={`Text of ${kept.name}`}
        className="code mt-1 w-full resize-y rounded-md border border-line bg-transparent px-2 py-1"
        rows={Math.min(shownText(kept.text).split("\n", 8).length, 8)}
        maxLength={100_000}
        spellCheck={false}
        value={shownText(kept.text)}
        onChange={({ target }) => onChange({ text: withEdit(kept.text, target.value) })}
      />
      {test}
      {outcome && !outcome.passed && <Difference kept={kept} outcome={outcome} onChange={onChange} />}
    </li>
  );
}

function Mark({ outcome }: { outcome: CaseOutcome | undefined }) {
  if (!outcome) return <StatusMark shape="dotted-ring" tone="mute" label="being checked" />;
  return outcome.passed ? (
    <StatusMark shape="dot" tone="ok" label="as expected" />
  ) : (
    <StatusMark shape="cross" tone="fail" label="not as expected" />
  );
}

function Difference({
  kept,
  outcome,
  onChange,
}: {
  kept: ToolCase;
  outcome: CaseOutcome;
  onChange: CaseRowProps["onChange"];
}) {
  return (
    <div className="mt-1" data-testid="case-difference">
      <p>
        Expected {kept.expected.status}, now {outcome.actual.status}
      </p>
      {(kept.expected.more ?? 0) !== (outcome.actual.more ?? 0) && (
        <p>
          Further findings: expected {kept.expected.more ?? 0}, now {outcome.actual.more ?? 0}
        </p>
      )}
      <Rules title="No longer broken" findings={outcome.missing} />
      <Rules title="Broken now" findings={outcome.unexpected} />
      <Button small testId="case-accept" onClick={() => onChange({ expected: outcome.actual })}>
        Accept new verdict
      </Button>
    </div>
  );
}

function Rules({ title, findings }: { title: string; findings: CaseVerdict["findings"] }) {
  if (findings.length === 0) return null;
  return (
    <>
      <p className="text-ink-2">{title}:</p>
      <ul className="code-2xs mb-1 text-ink-2">
        {findings.map(({ keyword, instancePath, schemaPath, member }) => (
          <li key={`${instancePath} ${schemaPath} ${member}`} className="break-all">
            {keyword} {member !== undefined && `of ${member} `}at {instancePath || "the root"} by {schemaPath}
          </li>
        ))}
      </ul>
    </>
  );
}
