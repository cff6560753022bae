/**
 * What a case keeps of a verdict. It leaves out messages, values and positions, because wording and layout may change.
 */
import type { CaseVerdict } from "./case";
import type { Finding, Verdict } from "./verdict";

export type KeptFinding = CaseVerdict["findings"][number];

/** The params of a finding that name a member of the value. */
const MEMBERS = ["missingProperty", "additionalProperty", "unevaluatedProperty", "propertyName"];

function keptFinding({ keyword, instancePath, schemaPath, params }: Finding): KeptFinding {
  const member = MEMBERS.map((name) => params[name]).find((named) => typeof named === "string");
  const place = { keyword, instancePath, schemaPath };
  return typeof member === "string" && member.length <= 1000 ? { ...place, member } : place;
}

export const verdictKept = ({
  status,
  findings,
  more,
}: Pick<Verdict, "status" | "findings"> & { more?: number }): CaseVerdict => ({
  status,
  findings: findings.map(keptFinding),
  ...(more !== undefined && more > 0 && { more }),
});
