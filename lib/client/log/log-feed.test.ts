import { describe, expect, test } from "vitest";
import type { Fact, FactBody } from "@/lib/engine/log/facts";
import { type FeedView, type FeedWorld, LogFeed, type PageAnswer, type StreamHandlers } from "./log-feed";

const created = {
  type: "session.created",
  version: 1,
  agent: { model: "scripted" },
  delivery: { max_attempts: 1, total_timeout_secs: null, backoff_base_secs: 0, backoff_max_secs: 0 },
  parallel: 8,
  model_calls_per_turn: 50,
  workspace: {
    callscope: 1,
    name: "Feed",
    agent: { model: "scripted", tools: [] },
    model: { kind: "scripted" },
    worker: { kind: "tools" },
  },
} satisfies FactBody;

const policy = {
  policy: {
    attempt_timeout_secs: null,
    total_timeout_secs: null,
    max_attempts: 1,
    backoff_base_secs: 0,
    backoff_max_secs: 0,
  },
  layers: {
    attempt_timeout_secs: "engine default",
    total_timeout_secs: "engine default",
    max_attempts: "engine default",
    backoff_base_secs: "engine default",
    backoff_max_secs: "engine default",
  },
} as const;

const log = (...bodies: FactBody[]): Fact[] =>
  [created, ...bodies].map((body, i) => ({ ...body, seq: i + 1, at: 1_000 + i }));
const states = (n: number): FactBody[] =>
  Array.from({ length: n }, (_, i) => ({ type: "worker.state.updated", state: i }));
const MODEL: FactBody[] = [
  {
    type: "llm.call.requested",
    call_id: "m1",
    attempt: 0,
    request: { model: "x", prompt: [], stream: true },
    policy,
  },
];

/** A world by hand: pages are answered from `stored`, streams and timers are moved by the test. */
class World implements FeedWorld {
  stored: Fact[] = [];
  refusal: PageAnswer | null = null;
  streams: { after: number; handlers: StreamHandlers; open: boolean }[] = [];
  frames: (() => void)[] = [];
  timers: { ms: number; task: () => void }[] = [];
  time = 5_000;
  /** How much time each look at the clock takes. */
  pace = 0;
  drawn: FeedView[] = [];
  readonly feed = new LogFeed(this, (view) => this.drawn.push(view));

  page = (after: number, limit: number): Promise<PageAnswer> =>
    Promise.resolve(
      this.refusal ?? {
        kind: "facts",
        facts: this.stored.slice(after, after + limit),
        more: after + limit < this.stored.length,
      },
    );
  stream = (after: number, handlers: StreamHandlers) => {
    const stream = { after, handlers, open: true };
    this.streams.push(stream);
    return () => {
      stream.open = false;
    };
  };
  frame = (task: () => void) => void this.frames.push(task);
  soon = this.frame;
  later = (ms: number, task: () => void) => {
    const timer = { ms, task };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  };
  now = () => {
    this.time += this.pace;
    return this.time;
  };

  /** Lets answers arrive and draws until nothing is left to draw. */
  async settle(): Promise<void> {
    for (let i = 0; i < 50; i++) await Promise.resolve();
    for (let task = this.frames.shift(); task; task = this.frames.shift()) task();
  }
  async fire(): Promise<void> {
    const due = this.timers;
    this.timers = [];
    for (const { task } of due) task();
    await this.settle();
  }
  get stream_() {
    const stream = this.streams.at(-1);
    if (!stream) throw new Error("no stream was opened");
    return stream.handlers;
  }
  get seq() {
    return this.feed.view().log.facts.length;
  }
  static async live(stored: Fact[]): Promise<World> {
    const world = new World();
    world.stored = stored;
    world.feed.start();
    await world.settle();
    world.stream_.onOpen();
    await world.settle();
    return world;
  }
}

const send = (world: World, ...facts: Fact[]): void => {
  for (const fact of facts) world.stream_.onFact(JSON.stringify(fact));
};

describe("reading a log", () => {
  test("takes what is stored by pages, then follows from there", async () => {
    const stored = log(...states(4_500));
    const world = await World.live(stored);
    expect(world.seq).toBe(4_501);
    expect(world.streams.map((stream) => stream.after)).toEqual([4_501]);
    expect(world.feed.view().link).toBe("live");
  });

  test("draws a long log at its first piece and then seldom, until all of it is there", async () => {
    const world = new World();
    world.stored = log(...states(20_000));
    world.pace = 3;
    world.feed.start();
    await world.settle();
    await world.settle();
    expect(world.seq).toBe(20_001);
    const [first] = world.drawn.filter(({ reading }) => reading);
    expect(first?.log.facts.length).toBeGreaterThan(0);
    // Each look at the clock takes 3 ms and each batch of 64 facts has one: about 950 ms, drawn every 400 of them.
    expect(world.drawn.length).toBeLessThan(8);
    expect(world.drawn.at(-1)?.reading).toBe(false);
  });

  test("reads again what came while nobody looked", async () => {
    const facts = log(...states(10));
    const world = await World.live(facts.slice(0, 3));
    world.feed.stop();
    await world.settle();
    world.stored = facts;
    world.feed.start();
    expect(world.feed.view().reading).toBe(true);
    await world.settle();
    expect([world.seq, world.feed.view().reading]).toEqual([11, false]);
  });

  test("says that a session does not exist", async () => {
    const world = new World();
    world.refusal = { kind: "missing" };
    world.feed.start();
    await world.settle();
    expect(world.drawn.at(-1)?.link).toBe("missing");
    expect(world.streams).toEqual([]);
  });

  test("says why the server cannot read it, and does not ask again", async () => {
    const world = new World();
    world.refusal = { kind: "unreadable", error: "it was written by a newer Callscope" };
    world.feed.start();
    await world.settle();
    expect(world.drawn.at(-1)).toMatchObject({
      link: "failed",
      error: "it was written by a newer Callscope",
    });
    expect([world.streams, world.timers]).toEqual([[], []]);
  });

  test("says so when a newer server sends a fact that this page does not know", async () => {
    const world = await World.live(log());
    send(world, { type: "decision.pondered", seq: 2, at: 1_001 } as unknown as Fact);
    await world.settle();
    expect(world.drawn.at(-1)).toMatchObject({
      link: "failed",
      error: expect.stringMatching(/unknown type, decision\.pondered;.* reload the page/),
    });
  });

  test("folds what the stream brings and leaves out what it has", async () => {
    const facts = log(...states(5));
    const world = await World.live(facts.slice(0, 3));
    send(world, ...facts.slice(1, 6));
    await world.settle();
    expect(world.seq).toBe(6);
    expect(world.feed.view().log.state.workerState).toBe(4);
  });

  test("draws once a frame, whatever came in between", async () => {
    const facts = log(...states(200));
    const world = await World.live(facts.slice(0, 1));
    const before = world.drawn.length;
    send(world, ...facts.slice(1));
    await world.settle();
    expect(world.seq).toBe(201);
    expect(world.drawn.length - before).toBe(1);
  });

  test("spreads a burst over frames so that none takes long", async () => {
    const facts = log(...states(1_000));
    const world = await World.live(facts.slice(0, 1));
    world.pace = 3;
    const before = world.drawn.length;
    send(world, ...facts.slice(1));
    await world.settle();
    expect(world.seq).toBe(1_001);
    expect(world.drawn.length - before).toBeGreaterThan(4);
  });
});

describe("a broken connection", () => {
  test("is taken up again from the last fact, later each time it fails", async () => {
    const facts = log(...states(9));
    const world = await World.live(facts.slice(0, 4));
    world.stream_.onBreak();
    await world.settle();
    expect(world.drawn.at(-1)).toMatchObject({ link: "reconnecting" });
    world.refusal = { kind: "unreachable", error: "the server cannot be reached" };
    const waits: number[] = [];
    for (let i = 0; i < 6; i++) {
      waits.push(...world.timers.map((timer) => timer.ms));
      await world.fire();
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
    expect(world.drawn.at(-1)).toMatchObject({ link: "reconnecting", error: "the server cannot be reached" });

    world.refusal = null;
    world.stored = facts;
    await world.fire();
    world.stream_.onOpen();
    await world.settle();
    expect(world.seq).toBe(10);
    expect(world.streams.at(-1)?.after).toBe(10);
    expect(world.drawn.at(-1)).toMatchObject({ link: "live", error: null });
  });

  test("and a gap in the stream make it read again what is missing", async () => {
    const facts = log(...states(9));
    const world = await World.live(facts.slice(0, 2));
    world.stored = facts;
    send(world, ...facts.slice(4, 6));
    await world.settle();
    expect(world.seq).toBe(2);
    await world.fire();
    expect(world.seq).toBe(10);
    expect(world.streams.filter((stream) => stream.open)).toHaveLength(1);
  });

  test("does not hear the stream that was let go", async () => {
    const facts = log(...states(3));
    const world = await World.live(facts.slice(0, 1));
    const old = world.stream_;
    world.feed.stop();
    old.onFact(JSON.stringify(facts[1]));
    old.onBreak();
    await world.settle();
    expect(world.seq).toBe(1);
    expect(world.drawn.at(-1)?.link).toBe("paused");
    expect(world.timers).toEqual([]);
    world.stored = facts;
    world.feed.start();
    await world.settle();
    expect(world.seq).toBe(4);
  });
});

describe("the end", () => {
  test("of a cancelled session closes the stream", async () => {
    const facts = log({ type: "session.cancelled", reason: "stopped by hand" });
    const world = await World.live(facts.slice(0, 1));
    send(world, ...facts.slice(1));
    await world.settle();
    expect(world.drawn.at(-1)?.link).toBe("ended");
    expect(world.streams.some((stream) => stream.open)).toBe(false);
  });

  test("of a log that cannot be folded is told and not tried again", async () => {
    const facts = log({ type: "decision.completed", decision_id: "nobody", taken: true });
    const world = await World.live(facts.slice(0, 1));
    send(world, ...facts.slice(1));
    await world.settle();
    expect(world.drawn.at(-1)?.link).toBe("failed");
    expect(world.drawn.at(-1)?.error).toContain("This log cannot be read");
    expect(world.timers).toEqual([]);
  });
});

describe("streamed answers", () => {
  const delta = (call_id: string, piece: object) => JSON.stringify({ call_id, delta: piece });

  test("grow while the call is open and are gone once the answer is in the log", async () => {
    const facts = log(...MODEL, {
      type: "llm.call.completed",
      call_id: "m1",
      attempt: 0,
      response: { model: "x" },
    });
    const world = await World.live(facts.slice(0, 2));
    world.stream_.onDelta(delta("m1", { text: "Let me " }));
    world.stream_.onDelta(
      delta("m1", { text: "see", tool_calls: [{ id: "c1", name: "book", arguments: '{"a' }] }),
    );
    world.stream_.onDelta(
      delta("m1", {
        tool_calls: [
          { id: "c1", arguments: '":1}' },
          { id: "c2", name: "ask" },
        ],
      }),
    );
    world.stream_.onDelta(delta("m9", { text: "of a call that is not open" }));
    await world.settle();
    expect([...world.feed.view().log.streams]).toEqual([
      [
        "m1",
        {
          text: "Let me see",
          reasoning: "",
          calls: [
            { id: "c1", name: "book", arguments: '{"a":1}' },
            { id: "c2", name: "ask", arguments: "" },
          ],
        },
      ],
    ]);
    send(world, ...facts.slice(2));
    world.stream_.onDelta(delta("m1", { text: "too late" }));
    await world.settle();
    expect(world.feed.view().log.streams.size).toBe(0);
  });

  test("keep their place between the facts around them", async () => {
    const world = await World.live(log());
    send(world, ...log(...MODEL).slice(1));
    world.stream_.onDelta(delta("m1", { text: "first" }));
    await world.settle();
    expect(world.feed.view().log.streams.get("m1")?.text).toBe("first");
  });
});

describe("the clock", () => {
  test("is compared with the server's by facts as they come in", async () => {
    const facts = log(...states(2));
    const world = await World.live(facts.slice(0, 1));
    world.time = 4_000;
    send(world, ...facts.slice(1, 2));
    await world.settle();
    expect(world.feed.view().skew).toBe(4_000 - 1_001);
  });
});
