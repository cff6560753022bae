import path from "node:path";
import { defineConfig } from "vitest/config";

/**
 * The hard tests: the built app under crashes, load and hostile peers. One file at a time, since they measure; each
 * starts the app for itself (e2e/server.ts).
 */
export default defineConfig({
  root: path.resolve(import.meta.dirname, ".."),
  resolve: { alias: { "@": path.resolve(import.meta.dirname, "..") } },
  test: {
    include: ["e2e/hard/**/*.hard.ts"],
    env: { TZ: "UTC", LANG: "en_US.UTF-8" },
    testTimeout: 180_000,
    hookTimeout: 60_000,
    pool: "forks",
    fileParallelism: false,
  },
});
