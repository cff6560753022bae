/** Anthropic's keys by their form, so that one typed into a page is caught too. */
const KEY = /sk-ant-[\w-]+/g;

/** Takes secrets out of a text that will be logged or shown. */
export function withoutSecrets(secrets: readonly (string | null)[]): (text: string) => string {
  const known = secrets.filter((secret): secret is string => secret !== null && secret !== "");
  return (text) =>
    known
      .reduce((left: string, secret) => left.replaceAll(secret, "[secret]"), text)
      .replace(KEY, "[secret]");
}
