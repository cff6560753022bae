"use client";
import { useMemo } from "react";
import { Card } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import type { Fact } from "@/lib/engine/log/facts";
import { count } from "@/lib/view/text/format";

/** The facts behind a row, as stored in the log. */
export function RawTab({ facts }: { facts: readonly Fact[] }) {
  const seen = facts.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list grows in place, its length says when
  const text = useMemo(() => JSON.stringify(facts, null, 2), [facts, seen]);
  return (
    <Card title="Facts in the log" aside={count(seen, "fact")} copy={text} testId="raw">
      <CodeView text={text} language="json" label="Facts in the log" rows={36} />
    </Card>
  );
}
