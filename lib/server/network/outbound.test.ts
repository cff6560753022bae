import { once } from "node:events";
import http from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { OutboundRefused, UnusableReply } from "@/lib/protocol/outgoing";
import { guardedFetch, type Resolve } from "./outbound";

const LOCAL = { listensOnLoopback: true, allow: [] };
const OPEN = {
  listensOnLoopback: false,
  allow: ["worker.example", "pinned.example:81", "secure.example:443"],
};

const resolvesTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
const neverAsked: Resolve = async (name) => {
  throw new Error(`${name} was looked up`);
};

describe("what is never called", () => {
  test.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://0xA9FEA9FE/",
    "http://0xa9.0xfe.0xa9.0xfe/",
    "http://0251.0376.0251.0376/",
    "http://169.254.43518/",
    "http://169.16689662/",
    "http://①⑥⑨.②⑤④.①⑥⑨.②⑤④/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[64:ff9b::169.254.169.254]/",
    "http://[2002:a9fe:a9fe::]/",
    "http://[fe80::1]/",
    "http://[fd00:ec2::254]/",
    "http://0.0.0.0/",
    "http://0/",
    "http://[::]/",
    "https://metadata.google.internal/",
    "http://METADATA.google.internal./",
    "http://metadata/",
  ])("%s", async (address) => {
    await expect(guardedFetch(LOCAL, neverAsked)(address)).rejects.toThrow(OutboundRefused);
  });

  test("a name of which one address is forbidden", async () => {
    const call = guardedFetch(
      LOCAL,
      resolvesTo("93.184.216.34", "169.254.169.254"),
    )("http://rebound.example/");
    await expect(call).rejects.toThrow("rebound.example (169.254.169.254)");
  });

  test("a listed name that resolves to a forbidden address", async () => {
    await expect(
      guardedFetch(OPEN, resolvesTo("::ffff:169.254.1.1"))("http://worker.example/"),
    ).rejects.toThrow(OutboundRefused);
  });

  test.each([
    "file:///etc/passwd",
    "ftp://worker.example/",
    "data:text/plain,hello",
    "blob:http://worker.example/1",
  ])("the scheme of %s", async (address) => {
    await expect(guardedFetch(LOCAL, neverAsked)(address)).rejects.toThrow("only http and https");
  });

  test("an address that carries a name and a password", async () => {
    for (const address of ["http://user:secret@worker.example/", "http://secret@worker.example/"]) {
      const call = guardedFetch(LOCAL, neverAsked)(address);
      await expect(call).rejects.toThrow(OutboundRefused);
      await expect(call).rejects.not.toThrow("secret");
    }
  });
});

describe("when others can reach the app", () => {
  test.each([
    "http://127.0.0.1:4444/",
    "http://localhost:4444/",
    "http://other.example/",
    "http://sub.worker.example/",
    "http://worker.example./",
    "http://pinned.example/",
    "http://pinned.example:82/",
    "http://secure.example/",
  ])("%s is refused, with what to do about it", async (address) => {
    await expect(guardedFetch(OPEN, neverAsked)(address)).rejects.toThrow("CALLSCOPE_ALLOW");
  });

  test.each([
    "http://worker.example:4444/",
    "http://WORKER.example/",
    "http://pinned.example:81/",
    "https://secure.example/",
  ])("%s is looked up", async (address) => {
    await expect(guardedFetch(OPEN, neverAsked)(address)).rejects.toThrow("was looked up");
  });
});

describe("a call", () => {
  let port = 0;
  let closed = Promise.resolve();
  const echo: http.RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    response.writeHead(200, { "content-type": "application/json", "set-cookie": ["a=1", "b=2"] });
    response.end(JSON.stringify({ method: request.method, headers: request.headers, body }));
  };
  const routes: Record<string, http.RequestListener> = {
    "/echo": echo,
    "/redirect": (_request, response) => response.writeHead(302, { location: "/elsewhere" }).end(),
    "/empty": (_request, response) => response.writeHead(204).end(),
    "/cut": (request, response) => {
      response.writeHead(200, { "content-length": 10 }).write("half");
      request.socket.end();
    },
    "/compressed": (_request, response) => response.writeHead(200, { "content-encoding": "br" }).end("x"),
    "/identity": (_request, response) => response.writeHead(200, { "content-encoding": "Identity" }).end("x"),
    "/silent": (request) => {
      closed = once(request.socket, "close").then(() => undefined);
    },
    "/slow": (_request, response) => {
      closed = once(response, "close").then(() => undefined);
      response.writeHead(200).write("first");
    },
  };
  const server = http.createServer((request, response) => routes[request.url ?? ""]?.(request, response));
  const at = (path: string) => `http://127.0.0.1:${port}${path}`;
  const local = guardedFetch(LOCAL);

  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test("sends method, headers and body and gives status, headers and body", async () => {
    const body = JSON.stringify({ city: "Zürich" });
    const response = await local(at("/echo"), {
      method: "POST",
      body,
      headers: { "X-Own": "1", "content-type": "application/json", host: "other.example" },
    });
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(await response.json()).toEqual({
      method: "POST",
      body,
      headers: expect.objectContaining({
        "x-own": "1",
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        host: `127.0.0.1:${port}`,
      }),
    });
  });

  test("goes to the address that was checked, asks for it once and keeps the name", async () => {
    const resolve = vi.fn(resolvesTo("127.0.0.1"));
    const response = await guardedFetch(LOCAL, resolve)(`http://worker.test:${port}/echo`);
    expect((await response.json()).headers.host).toBe(`worker.test:${port}`);
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  test("does not follow a redirect", async () => {
    const response = await local(at("/redirect"), { redirect: "follow" });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/elsewhere"]);
  });

  test("gives an answer without a body", async () => {
    const response = await local(at("/empty"));
    expect([response.status, response.body]).toEqual([204, null]);
  });

  test("refuses an answer that is compressed, which it did not ask for", async () => {
    const call = local(at("/compressed"));
    await expect(call).rejects.toThrow(UnusableReply);
    await expect(call).rejects.toThrow("is compressed (br)");
    expect(await (await local(at("/identity"))).text()).toBe("x");
  });

  test("goes to none but the checked address, by whatever name, and asks anew for each call", async () => {
    let asked = 0;
    const rebinding: Resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? "127.0.0.1" : "169.254.169.254", family: 4 }];
    };
    const call = guardedFetch(LOCAL, rebinding);
    expect((await call(`http://rebound.test:${port}/empty`)).status).toBe(204);
    await expect(call(`http://rebound.test:${port}/empty`)).rejects.toThrow(OutboundRefused);
    expect(asked).toBe(2);
  });

  test("gives the body as it arrives, and closes the connection when the reader stops", async () => {
    const response = await local(at("/slow"));
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
    await reader?.cancel();
    await closed;
  });

  test("uses a connection again once its reply was read to the end, and no other", async () => {
    const ports: number[] = [];
    const listener = ({ socket }: http.IncomingMessage) => ports.push(socket.remotePort ?? 0);
    server.on("request", listener);
    await (await local(at("/echo"))).text();
    await (await local(at("/echo"))).text();
    await local(at("/empty"));
    await (await local(at("/slow"))).body?.cancel();
    await (await local(at("/echo"))).text();
    server.off("request", listener);
    const [first, second, third, fourth, fifth] = ports;
    expect([second, third]).toEqual([first, first]);
    expect(fifth).not.toBe(fourth);
  });

  test("keeps calls apart that run at the same time", async () => {
    const slow = await local(at("/slow"));
    const cut = closed;
    const reader = (await local(at("/slow"))).body?.getReader();
    await slow.body?.cancel();
    await cut;
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
    await reader?.cancel();
  });

  test("rejects a body that was cut off", async () => {
    const response = await local(at("/cut"));
    await expect(response.text()).rejects.toThrow();
  });

  test("ends with the signal's reason before the answer, and closes the connection", async () => {
    const controller = new AbortController();
    const call = local(at("/silent"), { signal: controller.signal });
    await once(server, "request");
    controller.abort(new Error("too late"));
    await expect(call).rejects.toThrow("too late");
    await closed;
  });

  test("ends with the signal's reason in the middle of the body", async () => {
    const controller = new AbortController();
    const response = await local(at("/slow"), { signal: controller.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    controller.abort(new Error("cancelled"));
    await expect(reader?.read()).rejects.toThrow("cancelled");
    await closed;
  });

  test("ends with the signal's reason while the name is looked up", async () => {
    const controller = new AbortController();
    const call = guardedFetch(LOCAL, () => new Promise(() => undefined))("http://slow.test/", {
      signal: controller.signal,
    });
    controller.abort(new Error("no answer"));
    await expect(call).rejects.toThrow("no answer");
  });

  test("ends with the signal's reason while it connects", async () => {
    const controller = new AbortController();
    const silent = createServer();
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port: at } = silent.address() as AddressInfo;
    const call = guardedFetch(LOCAL, resolvesTo("127.0.0.1"))(`https://handshake.test:${at}/`, {
      signal: controller.signal,
    });
    const [socket]: Socket[] = await once(silent, "connection");
    controller.abort(new Error("no handshake"));
    await expect(call).rejects.toThrow("no handshake");
    socket?.destroy();
    silent.close();
  });

  test("rejects when nobody listens, naming each address that was tried", async () => {
    await expect(
      guardedFetch(LOCAL, resolvesTo("127.0.0.1", "127.0.0.2"))("http://nobody.test:1/"),
    ).rejects.toThrow("connect ECONNREFUSED 127.0.0.1:1; connect ECONNREFUSED 127.0.0.2:1");
    await expect(guardedFetch(LOCAL, resolvesTo("127.0.0.1"))("http://nobody.test:1/")).rejects.toThrow(
      "ECONNREFUSED",
    );
  });
});
