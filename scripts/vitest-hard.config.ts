import path from "node:path";
import { defineConfig } from "vitest/config";

/**
 * What runs alone, one file at a time: the built app under crashes and abuse (`*.hard.ts`; each starts the app for
 * itself, see e2e/server.ts), and everything with a limit on time or memory (`*.measured.ts`, `*.measured.test.ts`).
 */
export default defineConfig({
  root: path.resolve(import.meta.dirname, ".."),
  resolve: { alias: { "@": path.resolve(import.meta.dirname, "..") } },
  test: {
    include: ["e2e/hard/**/*.{hard,measured}.ts", "lib/**/*.measured.test.ts"],
    globalSetup: ["scripts/vitest-setup.ts"],
    env: { TZ: "UTC", LANG: "en_US.UTF-8" },
    testTimeout: 180_000,
    hookTimeout: 60_000,
    pool: "forks",
    fileParallelism: false,
  },
});
