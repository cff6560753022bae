import { describe, expect, test } from "vitest";
import { faultRuleSchema } from "@/lib/protocol/fault";
import { workspaceSchema } from "@/lib/protocol/workspace";
import { blankWorkspace } from "./edits";
import {
  armed,
  freshWhen,
  kindsAt,
  newRule,
  ruleFault,
  switched,
  withAttempt,
  withKind,
  withoutRule,
  withPlace,
  withRule,
} from "./fault-edits";

const PLACES = ["tool", "model", "delivery"] as const;

describe("a rule being written", () => {
  test("is one that the file can hold, whatever is chosen", () => {
    const places = PLACES.flatMap((from) => PLACES.map((at) => withPlace(withPlace(newRule("t"), from), at)));
    const rules = places.flatMap((rule) => kindsAt(rule.at).map((kind) => ({ rule, kind })));
    for (const { rule, kind } of rules) {
      for (const when of ["every", "nth", "rate"] as const) {
        const whole = { ...withKind(rule, kind), when: freshWhen(when) };
        expect(faultRuleSchema.safeParse(whole).success, JSON.stringify(whole)).toBe(true);
        expect(whole.what.kind).toBe(kind);
      }
    }
  });

  test("offers every kind that its place can have", () => {
    const kinds = faultRuleSchema.options.map((option) =>
      option.shape.what.options.map((what) => what.shape.kind.value).sort(),
    );
    expect(PLACES.map((at) => kindsAt(at).sort())).toEqual(kinds);
  });

  test("keeps which ones and its fault at another place, if that can have it", () => {
    const rule = { ...withKind(newRule("t"), "silent"), when: { kind: "nth" as const, n: 4 } };
    expect(withPlace(rule, "model")).toEqual({
      at: "model",
      attempt: 0,
      when: { kind: "nth", n: 4 },
      what: { kind: "silent" },
    });
    expect(withPlace(newRule("t"), "model").what.kind).toBe("malformed arguments");
    expect(withKind(withPlace(rule, "model"), "unreachable").what.kind).toBe("silent");
  });

  test("leaves no trace of what is any", () => {
    expect(Object.keys(withAttempt(newRule(), undefined))).toEqual(["at", "when", "what"]);
  });

  test("has to say what the error is", () => {
    const rule = newRule("t");
    expect(ruleFault(rule)).toBeNull();
    expect(
      ruleFault({ ...rule, at: "tool", what: { kind: "error", message: " ", retryable: true } }),
    ).toContain("message");
  });
});

describe("the faults of a workspace", () => {
  const blank = blankWorkspace("w");
  const one = withRule(blank, null, newRule("a"));

  test("are on with the first rule, and stay off when they were turned off", () => {
    expect(one.faults).toEqual({ on: true, rules: [newRule("a")] });
    expect(armed(one)).toBe(1);
    const off = withRule(switched(one, false), null, newRule("b"));
    expect(off.faults).toEqual({ on: false, rules: [newRule("a"), newRule("b")] });
    expect(armed(off)).toBe(0);
    expect(workspaceSchema.safeParse(off).success).toBe(true);
  });

  test("are changed and taken away by their place", () => {
    const two = withRule(one, null, newRule("b"));
    expect(withRule(two, 0, newRule("c")).faults?.rules).toEqual([newRule("c"), newRule("b")]);
    expect(withoutRule(two, 0).faults?.rules).toEqual([newRule("b")]);
  });

  test("leave no trace in the file once they are off and empty", () => {
    expect(switched(withoutRule(one, 0), false)).toEqual(blank);
  });
});
