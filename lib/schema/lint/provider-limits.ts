/** What a model provider accepts of a tool. Each provider has one file that holds these limits as data. */

/** The names that fit: of these characters, as a regular expression writes them, and at most this long. */
export interface NameLimits {
  characters: string;
  longest: number;
}

export interface ProviderLimits {
  name: string;
  toolName: NameLimits;
  /** Names of the members at the root of an input schema. Absent: any name. */
  memberName?: NameLimits;
  /** Keywords that it refuses at the root of an input schema. */
  refusedAtRoot: readonly string[];
}

export const fits = (name: string, { characters, longest }: NameLimits): boolean =>
  new RegExp(`^[${characters}]{1,${longest}}$`).test(name);
