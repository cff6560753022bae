import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": path.resolve(import.meta.dirname) } },
  test: {
    env: { TZ: "UTC", LANG: "en_US.UTF-8" },
    testTimeout: 20_000,
    pool: "forks",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{lib,components,scripts}/**/*.test.ts"],
          exclude: ["node_modules/**", "**/*.{slow,measured}.test.ts"],
          globalSetup: ["scripts/vitest-setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          include: ["{lib,components,scripts}/**/*.slow.test.ts"],
          globalSetup: ["scripts/vitest-setup.ts"],
        },
      },
      {
        // One component for given data, on a DOM without a browser: see components/testing.
        extends: true,
        test: {
          name: "components",
          include: ["components/**/*.test.tsx"],
          environment: "happy-dom",
          setupFiles: ["components/testing/setup.tsx"],
          env: { DEBUG_PRINT_LIMIT: "2000" },
        },
      },
    ],
  },
});
