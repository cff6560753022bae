/** Makes one sample: it tries texts until the verdict on one is as intended. */
import type { Side } from "@/lib/protocol/side";
import type { CheckRequest, Verdict } from "@/lib/protocol/verdict";
import type { Emitted } from "@/lib/schema/compile/emit";
import { keywordNamed } from "@/lib/schema/language/keywords";
import type { GenerateRequest, Sample, SampleHead } from "@/lib/schema/port";
import { type CheckOptions, checkNow } from "@/lib/schema/verdict/check";
import type { Context } from "./context";
import { mutationLabel, subjectAt } from "./labels";
import { mutationsOf } from "./mutations";
import type { Rule, Step } from "./rules";
import { Search } from "./search";
import type { Target } from "./targets";
import { boundTo, breachOf, withoutOtherWay } from "./verify";

/** Rules further down are skipped, because no sample is that deep. */
const MAX_ROUTE = 60;

interface Best {
  text: string;
  /** Instance path of the finding. */
  at: string;
  findings: Verdict["findings"];
  others: number;
  count: number;
}

export class SampleBuilder {
  constructor(
    private readonly by: { emitted: Emitted; context: Context },
    private readonly request: GenerateRequest,
    private readonly options: CheckOptions,
  ) {}

  valid({ spec }: Target, head: SampleHead): Sample {
    const search = new Search(this.by.context);
    for (const text of search.texts(spec)) {
      if (this.judge(text).status === "valid") return { ...head, text, findings: [], others: 0 };
    }
    return { ...head, why: search.whyNone("is valid") };
  }

  nearMiss(rule: Rule, head: SampleHead): Sample {
    const { direction } = this.request;
    const why = rule.idle ?? unreachable(rule, direction);
    if (why !== null) return { ...head, why };
    const search = new Search(this.by.context);
    const found = this.best(rule, search);
    if (!found) return { ...head, why: search.whyNone("breaks this rule") };
    const { text, at, findings, others } = found;
    return { ...head, title: `${mutationLabel(rule)}: ${subjectAt(at, direction)}`, text, findings, others };
  }

  /** The text that breaks the fewest other rules; of equal texts the first. */
  private best(rule: Rule, search: Search): Best | null {
    const { emitted, context } = this.by;
    const bound = boundTo(rule, emitted);
    const other = withoutOtherWay(this.request.schema, rule, emitted);
    const leaves = () => mutationsOf(rule, context);
    const spec = { route: rule.route, leaves, drop: rule.name, wanted: [{ depth: 1, variant: 0 }] };
    let best: Best | null = null;
    for (const text of search.texts(spec)) {
      const verdict = this.judge(text);
      const breach = breachOf(rule, verdict);
      if (!breach || (other !== null && !breachOf(rule, this.judge(text, other)))) continue;
      const found = judged(text, breach, { verdict, bound });
      if (best === null || isLess(found, best)) best = found;
      if (found.count === 1) break;
    }
    return best;
  }

  private judge(text: string, schema = this.request.schema): Verdict {
    const { formats, direction } = this.request;
    const given: CheckRequest = { key: "", direction, text, schema: { kind: "text", text: schema }, formats };
    return checkNow(given, this.options);
  }
}

function judged(
  text: string,
  breach: Verdict["findings"][number],
  { verdict: { findings, more }, bound }: { verdict: Verdict; bound: ReadonlySet<string> },
): Best {
  const others = findings.filter((finding) => finding !== breach && !bound.has(finding.schemaPath)).length;
  return { text, at: breach.instancePath, findings, others: others + more, count: findings.length + more };
}

const isLess = (one: Best, other: Best): boolean =>
  one.others < other.others || (one.others === other.others && one.count < other.count);

function unreachable(rule: Rule, direction: Side): string | null {
  if (direction === "input" && isTypeOfRoot(rule))
    return "Arguments that are not an object are malformed, so no rule is checked.";
  return rule.route.length > MAX_ROUTE
    ? "It is nested too deeply in the schema for a sample to reach it."
    : null;
}

const staysAtValue = ({ keyword }: Step): boolean =>
  keyword === "$ref" || keywordNamed(keyword)?.appliesTo === "same";

function isTypeOfRoot({ route, holder, keyword }: Rule): boolean {
  const isAboutRoot = route.every(staysAtValue);
  return keyword === "type" && isAboutRoot && [holder.type].flat().includes("object");
}
