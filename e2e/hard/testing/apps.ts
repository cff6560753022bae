/** Apps that do not outlive the test that started them. */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { launch, type RunningApp, startApp } from "../../server";

type Environment = Record<string, string>;

/** Starts the app and waits until it responds. */
export async function startOne(env: Environment): Promise<RunningApp> {
  const app = await startApp(env);
  onTestFinished(() => {
    app.process.kill("SIGKILL");
  });
  return app;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

const isBound = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** Starts the app and waits only until its port is bound; it is still loading then. */
export async function startLoading(env: Environment): Promise<ReturnType<typeof launch>> {
  const port = await freePort();
  const app = launch({ ...env, HOST: "127.0.0.1", PORT: String(port) });
  onTestFinished(() => {
    app.process.kill("SIGKILL");
  });
  while (!(await isBound(port))) await sleep(5);
  return app;
}
