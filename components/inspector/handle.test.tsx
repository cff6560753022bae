import { renderHook } from "@testing-library/react";
import { useMemo } from "react";
import { expect, test } from "vitest";
import { useHandle } from "@/lib/client/log/handle";

test("what is computed from a record that grows in place is computed once for each of its versions", () => {
  const facts = ["a"];
  let computed = 0;
  const { result, rerender } = renderHook(() => {
    const handle = useHandle(facts, facts.length);
    return useMemo(() => {
      computed += 1;
      return handle.current.join(" ");
    }, [handle]);
  });
  rerender();
  expect([result.current, computed]).toEqual(["a", 1]);
  facts.push("b");
  rerender();
  rerender();
  expect([result.current, computed]).toEqual(["a b", 2]);
});
