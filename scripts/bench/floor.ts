/**
 * The floors: what any loop with these events has to do, written down with nothing around it. F1: parse the arguments,
 * check them, call the tool, check the result, append the message; five events a call, as JSON text in memory. F3: the
 * same with the events in SQLite, one commit for each model answer and the calls in it.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import Database from "libsql";
import { answerOf, type Shape, type Tool } from "./shapes";

type Event = { seq: number; type: string; body: string };

interface Log {
  push(type: string, body: object): void;
  /** Called after each model answer and its consequences. */
  commit(): void;
}

export interface Floor {
  /** Runs one session and returns what it holds: its messages and its events. */
  run(): Promise<object>;
  /** The number of calls that the tool has answered so far. */
  executed(): number;
  close(): void;
}

const memoryLog = (): Log => {
  const events: Event[] = [];
  return {
    push: (type, body) => events.push({ seq: events.length + 1, type, body: JSON.stringify(body) }),
    commit: () => {},
  };
};

/** Creates the logs of sessions in one database; `sync` as in the app's own store. */
function sqliteLogs(file: string): { open: (session: number) => Log; close: () => void } {
  const database = new Database(file);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = NORMAL");
  database.exec(
    "create table facts (session integer not null, seq integer not null, at integer not null, type text not null, body text not null, unique (session, seq))",
  );
  const insert = database.prepare("insert into facts values (?, ?, ?, ?, ?)");
  const begin = database.prepare("begin");
  const commit = database.prepare("commit");
  return {
    open: (session) => {
      let events: Event[] = [];
      let seq = 0;
      return {
        push: (type, body) => {
          seq += 1;
          events.push({ seq, type, body: JSON.stringify(body) });
        },
        commit: () => {
          const at = Date.now();
          begin.run();
          for (const event of events) insert.run([session, event.seq, at, event.type, event.body]);
          commit.run();
          events = [];
        },
      };
    },
    close: () => {
      database.pragma("wal_checkpoint(TRUNCATE)");
      database.close();
    },
  };
}

/** `file`: a database for F3; absent: F1. */
export function createFloor(shape: Shape, tool: Tool, file?: string): Floor {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  const input = ajv.compile(tool.input);
  const output = ajv.compile(tool.output);
  const stored = file === undefined ? null : sqliteLogs(file);
  let executed = 0;
  let sessions = 0;

  const ask = async (index: number) => answerOf(shape, tool, index);
  const call = async (_: unknown) => {
    executed += 1;
    return tool.result;
  };

  async function runCall(id: string, raw: string, log: Log) {
    const args: unknown = JSON.parse(raw);
    const status = input(args) ? "valid" : "invalid";
    log.push("tool.execute", { id, name: tool.name, status });
    const result = await call(args);
    const ok = output(result);
    const text = JSON.stringify(result);
    log.push("tool.result", { id, result: text });
    log.push("tool.finished", { id, ok });
    return { role: "tool", tool_call_id: id, content: text };
  }

  return {
    run: async () => {
      sessions += 1;
      const log = stored ? stored.open(sessions) : memoryLog();
      const messages: object[] = [{ role: "user", content: "go" }];
      for (let index = 0; ; index += 1) {
        log.push("model.request", { index, messages: messages.length });
        const { content, tool_calls: asked = [] } = await ask(index);
        log.push("model.response", { index, content, calls: asked });
        messages.push({ role: "assistant", content, tool_calls: asked });
        const answers = await Promise.all(
          asked.map(({ id, function: fn }) => runCall(id, fn.arguments, log)),
        );
        messages.push(...answers);
        log.commit();
        if (asked.length === 0) return { messages, log };
      }
    },
    executed: () => executed,
    close: () => stored?.close(),
  };
}
