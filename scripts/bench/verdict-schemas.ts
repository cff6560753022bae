/** Schemas of the sizes of real tools, each with a valid value and one that breaks some rules. */

export const SIZES = ["tiny", "small", "medium", "large", "xlarge"] as const;
export type Size = (typeof SIZES)[number];

/** Members, characters of the schema's text, and how many members the wrong value breaks: one error each. */
const PLAN: Record<Size, { members: number; chars: number; errors: number }> = {
  tiny: { members: 1, chars: 100, errors: 1 },
  small: { members: 4, chars: 500, errors: 3 },
  medium: { members: 30, chars: 5_900, errors: 20 },
  large: { members: 130, chars: 24_000, errors: 59 },
  xlarge: { members: 600, chars: 57_000, errors: 349 },
};

const IN_GROUP = 15;

export interface Example {
  schema: object;
  schemaText: string;
  valid: string;
  invalid: string;
  /** The number of errors in the invalid text, according to the specification. */
  errors: number;
}

/** Rules of which a wrong type breaks only one. */
const LEAVES: [schema: object, value: unknown][] = [
  [{ type: "string", minLength: 1, maxLength: 200 }, "some words of text"],
  [{ enum: ["open", "closed", "merged", "draft"] }, "merged"],
  [{ type: "integer", minimum: 0, maximum: 1_000_000 }, 4711],
  [{ type: "boolean" }, false],
  [{ type: ["string", "null"] }, null],
  [{ type: "array", items: { type: "string" } }, ["one", "two"]],
  [{ type: "string", pattern: "^[a-z0-9-]+$" }, "octo-cat-9"],
];

const WRONG = { wrong: true };

interface Member {
  name: string;
  schema: object;
  value: unknown;
}

const objectSchema = (members: Member[]): object => ({
  type: "object",
  properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
  required: members.map(({ name }) => name),
});

const valuesOf = (members: Member[], broken = 0): object =>
  Object.fromEntries(members.map(({ name, value }, at) => [name, at < broken ? WRONG : value]));

function membersOf(count: number, description: string): Member[] {
  return Array.from({ length: count }, (_, at) => {
    const [rules, value] = LEAVES[at % LEAVES.length] ?? [{}, null];
    const schema = description === "" ? rules : { ...rules, description };
    return { name: `member_${at}`, schema, value };
  });
}

/** The members in groups, where they are many; `broken` counts from the first. */
function build(members: Member[], errors: number): { schema: object; valid: object; invalid: object } {
  if (members.length <= IN_GROUP) {
    return { schema: objectSchema(members), valid: valuesOf(members), invalid: valuesOf(members, errors) };
  }
  const groups: Member[] = [];
  const invalid: Record<string, object> = {};
  for (let from = 0; from < members.length; from += IN_GROUP) {
    const part = members.slice(from, from + IN_GROUP);
    const name = `group_${from / IN_GROUP}`;
    groups.push({ name, schema: objectSchema(part), value: valuesOf(part) });
    invalid[name] = valuesOf(part, errors - from);
  }
  return { schema: objectSchema(groups), valid: valuesOf(groups), invalid };
}

/** Deterministic; descriptions pad the schema to its size. */
export function exampleOf(size: Size): Example {
  const { members, chars, errors } = PLAN[size];
  const bare = JSON.stringify(build(membersOf(members, ""), errors).schema).length;
  const perMember = Math.floor((chars - bare) / members) - ',"description":""'.length;
  const description = perMember > 0 ? "What it is for, in words. ".repeat(20).slice(0, perMember) : "";
  const { schema, valid, invalid } = build(membersOf(members, description), errors);
  const schemaText = JSON.stringify(schema);
  return { schema, schemaText, valid: JSON.stringify(valid), invalid: JSON.stringify(invalid), errors };
}
