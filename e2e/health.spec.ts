import { expect, test } from "./fixtures";

test("says that it is well, with its version and its store", { tag: "@smoke" }, async ({ request }) => {
  const response = await request.get("/api/health");
  expect(response.status()).toBe(200);
  expect(response.headers()["cache-control"]).toBe("no-store");
  expect(await response.json()).toMatchObject({
    ok: true,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
});

test("the page opens under its name and breaks no policy", { tag: "@smoke" }, async ({ page }) => {
  const response = await page.goto("/");
  await expect(page).toHaveTitle(/Callscope/);
  const policy = response?.headers()["content-security-policy"];
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toContain("unsafe-eval");
});
