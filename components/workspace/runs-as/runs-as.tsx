"use client";
import { CodeEditor } from "@/components/editor/lazy";
import { Callout } from "@/components/ui/feedback";
import { Segmented } from "@/components/ui/segmented";
import { editTool, useDraftPart } from "@/lib/client/workspace/draft";
import { compact } from "@/lib/client/workspace/edits";
import type { Runner, WorkspaceTool } from "@/lib/protocol/workspace";
import { never } from "@/lib/util/never";
import { RulesEditor } from "./rules-editor";
import { TEXT } from "./text";

interface RunsAsProps {
  tool: WorkspaceTool;
  toolKey: string;
}

const SCRIPT = `// Runs once per attempt (attempt counts from 0). Return the result, or throw to fail the call;
// an error with retryable = true is tried again under the tool's policy.

/** @type {Run} */
function run(args, { attempt }) {
  return { ok: true, args };
}
`;

/** Chooses who answers the calls of a tool, and how. */
export function RunsAs({ tool, toolKey }: RunsAsProps) {
  const worker = useDraftPart((draft) => draft.workspace.worker.kind);
  const setRunner = (runner: Runner) => editTool(toolKey, (now) => ({ ...now, runner }));
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto" data-testid="runs-as">
      <div className="flex flex-col gap-3 px-3.5 py-3">
        <Choice title="Handler">
          <Segmented
            label="Handler"
            testId="handler"
            value={tool.handler ?? "worker"}
            onChange={(handler) =>
              editTool(toolKey, (now) =>
                compact({ ...now, handler: handler === "client" ? handler : undefined }),
              )
            }
            options={[
              { value: "worker", label: "Worker" },
              { value: "client", label: "Client" },
            ]}
          />
          <p className="mt-1 text-ink-3 text-xs">{tool.handler === "client" ? TEXT.client : TEXT.worker}</p>
        </Choice>
        {worker !== "tools" && tool.handler !== "client" && (
          <Callout tone="mute" shape="ring" className="rounded-md text-xs">
            {worker === "http" ? TEXT.httpWorker : TEXT.scriptWorker}
          </Callout>
        )}
        <Choice title="Answered by">
          <Segmented
            label="Answered by"
            testId="runner"
            value={tool.runner.kind}
            onChange={(kind) => kind !== tool.runner.kind && setRunner(freshRunner(kind))}
            options={[
              { value: "responses", label: "Responses" },
              { value: "script", label: "Script" },
              { value: "person", label: "Person" },
            ]}
          />
        </Choice>
      </div>
      <RunnerEditor tool={tool} toolKey={toolKey} setRunner={setRunner} />
    </div>
  );
}

function Choice({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <div className="mb-1 font-[540] text-ink-2 text-xs">{title}</div>
      {children}
    </div>
  );
}

function freshRunner(kind: Runner["kind"]): Runner {
  switch (kind) {
    case "responses":
      return { kind, rules: [{ then: { result: "done" } }] };
    case "script":
      return { kind, source: SCRIPT };
    case "person":
      return { kind };
    default:
      return never(kind, "runner");
  }
}

function RunnerEditor({ tool, toolKey, setRunner }: RunsAsProps & { setRunner: (r: Runner) => void }) {
  const opening = useDraftPart((draft) => draft.key);
  const { runner } = tool;
  switch (runner.kind) {
    case "responses":
      return (
        <RulesEditor
          list={`${opening}/${toolKey}/rules`}
          toolKey={toolKey}
          rules={runner.rules}
          onChange={(rules) => setRunner({ kind: "responses", rules })}
        />
      );
    case "script":
      return (
        <div className="min-h-60 flex-1 border-line border-t">
          <CodeEditor
            scope={opening}
            name={`${toolKey}/script.js`}
            language="javascript"
            value={runner.source}
            onChange={(source) => setRunner({ kind: "script", source })}
            label={`Script of ${tool.name}`}
          />
        </div>
      );
    case "person":
      return <p className="px-3.5 pb-4 text-ink-2">{TEXT.person}</p>;
    default:
      return never(runner, "runner");
  }
}
