import { expect, test } from "vitest";
import { ADDRESS_FORMATS } from "./addresses";

test.each(Object.entries(ADDRESS_FORMATS))("%s takes no longer than its text is long", (_, pattern) => {
  const texts = ["a", "a.", "a:", "/a", "%20", "1.", "@", "a-", "{a}", "[1:", "1:", '"a'].flatMap((part) => [
    `${part.repeat(20_000)}\n`,
    `http://${part.repeat(20_000)}\n`,
  ]);
  const before = process.cpuUsage();
  for (const text of texts) pattern.test(text);
  const { user } = process.cpuUsage(before);
  expect(user / 1000).toBeLessThan(1000);
});
