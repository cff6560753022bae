"use client";
import { useMemo } from "react";
import { Card } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import { useHandle } from "@/lib/client/log/handle";
import type { Fact } from "@/lib/engine/log/facts";
import { count } from "@/lib/view/text/format";

/** The facts behind a row, as stored in the log. */
export function RawTab({ facts }: { facts: readonly Fact[] }) {
  const handle = useHandle(facts, facts.length);
  const text = useMemo(() => JSON.stringify(handle.current, null, 2), [handle]);
  return (
    <Card title="Facts in the log" aside={count(facts.length, "fact")} copy={text} testId="raw">
      <CodeView text={text} language="json" label="Facts in the log" rows={36} />
    </Card>
  );
}
