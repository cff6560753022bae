/** Takes secrets out of anything that will be stored or shown. */

/** A shorter one is no secret, and taking it out would take letters out of words. */
const SHORTEST_SECRET = 8;

type Redact = <T>(value: T) => T;

/**
 * Gives a function that copies plain JSON with `mark` wherever one of the secrets stood, in a value or in a member's
 * name; also where a secret stands in a text as JSON writes it. Without a secret it gives the value itself.
 */
export function redactor(secrets: readonly (string | null)[], mark: string): Redact {
  const known = secrets.filter((secret): secret is string => (secret?.length ?? 0) >= SHORTEST_SECRET);
  const forms = [...new Set(known.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))];
  // A secret may be a part of another one.
  forms.sort((a, b) => b.length - a.length);
  const clean = (text: string) => forms.reduce((left, form) => left.replaceAll(form, () => mark), text);
  return forms.length === 0 ? (value) => value : <T>(value: T) => copy(value, clean) as T;
}

function copy(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((item) => copy(item, clean));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [clean(name), copy(member, clean)]),
  );
}
