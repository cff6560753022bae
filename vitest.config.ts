import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": path.resolve(import.meta.dirname) } },
  test: {
    include: ["{lib,components,scripts}/**/*.test.{ts,tsx}"],
    globalSetup: ["scripts/vitest-setup.ts"],
    env: { TZ: "UTC", LANG: "en_US.UTF-8" },
    testTimeout: 20_000,
    pool: "forks",
  },
});
