import path from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "./environment";

const base = path.resolve("/srv/callscope");
const read = (env: Record<string, string>) => readConfig(env, { version: "1.2.3", base });

describe("readConfig", () => {
  test("serves this machine only and keeps data in the project when nothing is set", () => {
    expect(read({})).toEqual({
      version: "1.2.3",
      host: "127.0.0.1",
      listensOnLoopback: true,
      hosts: expect.arrayContaining(["localhost", "127.0.0.1", "[::1]"]),
      dataDir: path.join(base, ".callscope"),
      anthropic: { apiKey: null, baseUrl: null },
      workerSecret: null,
      allow: ["api.anthropic.com"],
    });
  });

  test("takes a setting that is empty as not set", () => {
    const empty = { HOST: "", CALLSCOPE_DATA: "", ANTHROPIC_API_KEY: "", ANTHROPIC_BASE_URL: "" };
    expect(read(empty)).toEqual(read({}));
  });

  test("knows the names it is reached under, without a port and as they stand in a URL", () => {
    const { hosts, listensOnLoopback } = read({
      HOST: "::",
      CALLSCOPE_HOSTS: "Callscope.Example, fd12::7 box",
    });
    expect(hosts).toEqual(expect.arrayContaining(["[::]", "callscope.example", "[fd12::7]", "box"]));
    expect(listensOnLoopback).toBe(false);
  });

  test("allows the provider, the operator's own address for it and the list", () => {
    const env = {
      CALLSCOPE_ALLOW: "Worker.example:4444 ::1",
      ANTHROPIC_BASE_URL: "http://proxy.example:8080/v1",
    };
    expect(read(env).allow).toEqual([
      "worker.example:4444",
      "[::1]",
      "api.anthropic.com",
      "proxy.example:8080",
    ]);
  });

  test("finds the data folder from the project's folder", () => {
    expect(read({ CALLSCOPE_DATA: "data/here" }).dataDir).toBe(path.join(base, "data", "here"));
  });
});
