/** The page with real connections: a provider that speaks Anthropic's event stream, and a worker behind an address. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Page } from "@playwright/test";
import { apiError, fakeAnswer, startFakeAnthropic } from "../lib/models/testing/fake-anthropic";
import { expect, test } from "./fixtures";
import { Workbench } from "./workbench";

const KEY = "sk-ant-planted-e2e-0123456789";

/** The unchanged sample, whatever was opened and stored before. */
async function openWeather(page: Page): Promise<void> {
  const bench = new Workbench(page);
  await bench.open();
  await bench.openSample("Weather tool");
}

const seen = (page: Page, testId: string) => page.getByTestId(testId).filter({ visible: true });
const row = (page: Page, text: string | RegExp) => page.getByTestId("row").filter({ hasText: text });

async function sessionLog(page: Page): Promise<string> {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const response = await page.request.get(`/api/sessions/${id}/events`, {
    headers: { accept: "application/json" },
  });
  return response.text();
}

/** Starts the fixture worker and returns its address once it listens. */
async function startWeatherWorker(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ["lib/tools/fixtures/weather-worker.mjs", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const url = /http:\/\/\S+/.exec(line.toString())?.[0] ?? "";
  return { child, url };
}

test("a key typed into the page runs the session on Anthropic: overload is a visible attempt, the key stays in the tab", async ({
  page,
}) => {
  const raw = '{"city": "San Francisco", "days": 3}';
  const fake = await startFakeAnthropic([
    apiError(529, "overloaded_error", "Overloaded"),
    {
      events: fakeAnswer({
        text: "Let me look.",
        calls: [{ id: "toolu_1", name: "get_weather", arguments: raw }],
      }),
    },
    { events: fakeAnswer({ text: "Foggy in San Francisco." }) },
  ]);
  await openWeather(page);
  await seen(page, "model-chip").click();
  await page.getByTestId("model-kind").getByText("Anthropic").click();
  await page.getByTestId("api-key").fill(KEY);
  await page.getByLabel("Base address").fill(fake.url);
  await page.keyboard.press("Escape");
  await page.getByTestId("run").click();

  await expect(page.getByTestId("session-status")).toContainText("done", { timeout: 20_000 });
  await expect(row(page, "attempt 1 of 5")).toContainText("Overloaded");
  const call = row(page, "get_weather");
  await expect(call).toHaveAttribute("data-verdict", "valid");
  await call.click();
  await expect(page.getByTestId("inspector")).toContainText(raw);

  expect(fake.requests).toHaveLength(3);
  expect(fake.requests.map((request) => request.key)).toEqual([KEY, KEY, KEY]);
  const log = await sessionLog(page);
  expect(log).toContain("San Francisco");
  expect(log).not.toContain(KEY);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(kept).not.toContain(KEY);
  expect(await (await page.request.get("/api/workspaces")).text()).not.toContain(KEY);
  await page.reload();
  await expect(page.getByTestId("session-status")).toContainText("done");
  await fake.close();
});

test("without any key Run says where to put one; a wrong key is the provider's refusal, told as such", async ({
  page,
}) => {
  const fake = await startFakeAnthropic([apiError(401, "authentication_error", "invalid x-api-key")]);
  await openWeather(page);
  await seen(page, "model-chip").click();
  await page.getByTestId("model-kind").getByText("Anthropic").click();
  await page.getByLabel("Base address").fill("");
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("run")).toBeDisabled();
  await expect(page.getByTestId("run")).toHaveAccessibleDescription(/ANTHROPIC_API_KEY/);
  await seen(page, "model-chip").click();
  await page.getByTestId("api-key").fill("sk-ant-wrong-key-000000");
  await page.getByLabel("Base address").fill(fake.url);
  await page.keyboard.press("Escape");
  await page.getByTestId("run").click();
  await expect(page.getByTestId("session-status")).toHaveAttribute("data-status", "interrupted");
  await expect(page.getByTestId("timeline")).toContainText("invalid x-api-key");
  expect(fake.requests).toHaveLength(1);
  await fake.close();
});

test("a worker written from the contract alone answers every decision over HTTP", async ({ page }) => {
  const { child, url } = await startWeatherWorker();
  await openWeather(page);
  await seen(page, "worker-chip").click();
  await page.getByTestId("worker-kind").getByText("HTTP").click();
  await page.getByTestId("worker-url").fill(url);
  await page.keyboard.press("Escape");
  await page.getByTestId("run").click();
  await expect(page.getByTestId("session-status")).toContainText("done", { timeout: 20_000 });
  await expect(row(page, "get_weather").first()).toContainText("It's foggy in San Francisco.");
  await expect(row(page, "get_weather").last()).toContainText("No forecast for Lisbon.");
  child.kill();
});

test("a worker that is not there is retried as told and can be stopped", async ({ page }) => {
  const { child, url } = await startWeatherWorker();
  child.kill();
  await once(child, "exit");
  await openWeather(page);
  await seen(page, "worker-chip").click();
  await page.getByTestId("worker-kind").getByText("HTTP").click();
  await page.getByTestId("worker-url").fill(url);
  await page.keyboard.press("Escape");
  await page.getByTestId("run").click();
  await expect(page.getByTestId("timeline")).toContainText("ECONNREFUSED");
  await expect(page.getByTestId("waits")).toContainText("the worker");
  await page.getByRole("button", { name: /Stop/ }).click();
  await expect(page.getByTestId("session-status")).toHaveAttribute("data-status", "cancelled");
});
