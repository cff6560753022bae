import type { ReactNode } from "react";
import { Card } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import { CopyTest } from "@/components/shared/copy-test";
import type { Checked } from "./checked";
import { Findings } from "./findings";
import { KeepCase } from "./keep-case";
import type { ShownFindings } from "./use-findings";

interface MarkedTextProps {
  checked: Checked;
  shown: ShownFindings;
  /** Called when a finding is chosen from the list. */
  onFinding: (id: string) => void;
  title: string;
  aside?: ReactNode;
  testId: string;
}

/** A checked text with its findings marked and listed, and the buttons that keep it as a case or copy it as a test. */
export function MarkedText({ checked, shown, onFinding, title, aside, testId }: MarkedTextProps) {
  const { text, language, check } = checked;
  return (
    <Card title={title} aside={aside} copy={text} testId={testId}>
      {text === "" ? (
        <p className="px-[11px] py-2 text-ink-3">empty text</p>
      ) : (
        <CodeView
          text={text}
          language={language}
          label={title}
          marks={shown.marks}
          active={shown.active}
          onMark={shown.setActive}
          testId={`${testId}-text`}
        />
      )}
      {check && (
        <Findings
          check={check}
          active={shown.active}
          onActive={onFinding}
          open={shown.open}
          onOpen={shown.toggle}
        />
      )}
      <KeepOrCopy checked={checked} />
    </Card>
  );
}

function KeepOrCopy({ checked: { tool, side, text, schema, check } }: { checked: Checked }) {
  if (!check?.recorded) return null;
  const { recorded } = check;
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-t py-0.5 pr-1.5 pl-[3px]">
      <KeepCase key={text} tool={tool} direction={side} text={text} verdict={recorded} />
      <CopyTest tool={tool} direction={side} schema={schema ?? ""} text={text} status={recorded.status} />
    </div>
  );
}
