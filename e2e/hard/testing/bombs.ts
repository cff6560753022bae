/** Schemas and texts that try to use up the checker's time, memory or stack, and what must be reported about each. */

export interface Bomb {
  name: string;
  /** A schema as typed. */
  schema?: string;
  /** The other schema, if a result is checked. */
  output?: string;
  arguments?: string;
  result?: string;
  /** The correct statuses; if there are several, the machine's speed decides which one. */
  statuses: string[];
  /** What the verdict must say: each limit names its number. */
  says?: RegExp;
  /** What the declaration of the schema must say. */
  declares?: RegExp;
  /** The message if no session starts with it; sessions start with all others. */
  refused?: RegExp;
}

const nested = (levels: number, [open, inner, close]: [string, string, string]): string =>
  open.repeat(levels) + inner + close.repeat(levels);

const list = (length: number, item: (i: number) => string): string =>
  Array.from({ length }, (_, i) => item(i)).join(",");

const MEMBERS = list(
  5_000,
  (i) => `"p${i}":{"type":"string","enum":["a${i}","b"],"description":"member ${i}"}`,
);

/** The text of a check that ran out of time. */
const STOPPED = /took longer than 1000 ms and was stopped/;

export const BOMBS: Bomb[] = [
  {
    name: "a pattern that doubles its time with each letter",
    schema: '{"type":"object","properties":{"s":{"type":"string","pattern":"^(a|a)*$"}},"required":["s"]}',
    arguments: `{"s":"${"a".repeat(40)}X"}`,
    statuses: ["aborted"],
    says: STOPPED,
  },
  {
    name: "the same pattern on the name of a member",
    schema: '{"type":"object","patternProperties":{"^(a|a)*$":false}}',
    arguments: `{"${"a".repeat(40)}X":1}`,
    statuses: ["aborted"],
    says: STOPPED,
  },
  {
    name: "the same pattern on a result",
    output: '{"type":"string","pattern":"^(a|a)*$"}',
    result: `${"a".repeat(40)}X`,
    statuses: ["aborted"],
    says: STOPPED,
  },
  {
    name: "uniqueItems over 20,000 different objects",
    schema: '{"type":"object","properties":{"a":{"type":"array","uniqueItems":true}}}',
    arguments: `{"a":[${list(20_000, (i) => `{"i":${i}}`)}]}`,
    statuses: ["valid"],
  },
  {
    name: "100,000 wrong items",
    schema: '{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}}}}',
    arguments: `{"a":[${list(100_000, String)}]}`,
    statuses: ["invalid"],
  },
  {
    name: "100,000 wrong items of a result",
    output: '{"type":"array","items":{"type":"string"}}',
    result: `[${list(100_000, String)}]`,
    statuses: ["invalid"],
  },
  {
    name: "arguments of 10,000 levels",
    schema: '{"type":"object","properties":{"a":{"$ref":"#"}}}',
    arguments: nested(10_000, ['{"a":', "1", "}"]),
    statuses: ["malformed"],
    says: /limit of 127 levels/,
  },
  {
    name: "a result of 10,000 levels",
    output: '{"items":{"$ref":"#"}}',
    result: nested(10_000, ["[", "1", "]"]),
    statuses: ["aborted"],
    says: /a result nested deeper than the limit of 3000 levels/,
  },
  {
    name: "a result of 10,000 levels that nothing is checked against",
    result: nested(10_000, ["[", "1", "]"]),
    statuses: ["valid"],
  },
  {
    name: "a schema of 1,000 levels",
    schema: nested(1_000, ['{"items":', '{"type":"string"}', "}"]),
    arguments: '{"a":1}',
    statuses: ["valid"],
  },
  {
    name: "a schema of 10,000 levels",
    schema: nested(10_000, ['{"items":', '{"type":"string"}', "}"]),
    arguments: '{"a":1}',
    statuses: ["unchecked"],
    says: /limit of 1200 levels/,
    declares: /limit of 1200 levels/,
    refused: /nested deeper than 3000 levels/,
  },
  {
    name: "a schema of 2,900 levels",
    schema: nested(2_900, ['{"items":', '{"type":"string"}', "}"]),
    arguments: '{"a":1}',
    statuses: ["unchecked"],
    says: /limit of 1200 levels/,
    declares: /limit of 1200 levels/,
  },
  {
    name: "10 MB of arguments",
    schema: '{"type":"object","properties":{"a":{"type":"string"}}}',
    arguments: `{"a":"${"x".repeat(10 * 1024 * 1024)}"}`,
    statuses: ["aborted"],
    says: /arguments of 10485768 characters, the limit is 4194304/,
  },
  {
    name: "a schema of 5,000 members",
    schema: `{"type":"object","properties":{${MEMBERS}}}`,
    arguments: '{"p1":"zzz","p4999":"b"}',
    statuses: ["invalid"],
    says: /p1 must be "a1" or "b"/,
  },
  {
    name: "a schema of 2 MB",
    schema: `{"description":"${"x".repeat(2 * 1024 * 1024)}"}`,
    arguments: "{}",
    statuses: ["unchecked"],
    says: /the schema has \d{7} characters, the limit is 1048576/,
    declares: /the limit is 1048576/,
  },
];
