/** Every route of the HTTP API as data: what `/openapi.json` is written from. */
import type { z } from "zod";
import { workspaceSchema } from "../protocol/workspace";
import { caseFileAnswerSchema, caseFileBodySchema, caseRunBodySchema, caseRunSchema } from "./cases";
import { checkAnswerSchema, checkBodySchema } from "./check";
import { acceptedSchema, commandSchema } from "./commands";
import { counterexampleBodySchema, counterexampleSchema } from "./counterexample";
import { errorSchema } from "./errors";
import { eventsQuerySchema, eventsSchema, factSchema } from "./events";
import { fixesBodySchema, fixesSchema } from "./fixes";
import { forkBodySchema } from "./forks";
import { generateBodySchema, generatedSchema } from "./generate";
import { impactBodySchema, impactSchema } from "./impact";
import { LINES_TYPE } from "./ndjson";
import { listQuerySchema } from "./pages";
import { healthSchema, settingsSchema } from "./service";
import {
  familySchema,
  sessionListQuerySchema,
  sessionListSchema,
  sessionSummarySchema,
  snapshotSchema,
  startedSchema,
  startSessionSchema,
} from "./sessions";
import { declarationSchema, verdictSchema } from "./verdicts";
import {
  saveWorkspaceSchema,
  storedWorkspaceSchema,
  workspaceConflictSchema,
  workspaceListSchema,
  workspaceSummarySchema,
} from "./workspaces";

/** The bodies by the names they have in the document. */
export const bodies = {
  Accepted: acceptedSchema,
  Counterexample: counterexampleSchema,
  CounterexampleBody: counterexampleBodySchema,
  CaseFileAnswer: caseFileAnswerSchema,
  CaseFileBody: caseFileBodySchema,
  CaseRun: caseRunSchema,
  CaseRunBody: caseRunBodySchema,
  CheckAnswer: checkAnswerSchema,
  CheckBody: checkBodySchema,
  Command: commandSchema,
  Declaration: declarationSchema,
  Error: errorSchema,
  Events: eventsSchema,
  Fact: factSchema,
  Family: familySchema,
  Fork: forkBodySchema,
  Health: healthSchema,
  Impact: impactSchema,
  ImpactBody: impactBodySchema,
  GeneratedSamples: generatedSchema,
  FixesBody: fixesBodySchema,
  Fixes: fixesSchema,
  GenerateBody: generateBodySchema,
  SaveWorkspace: saveWorkspaceSchema,
  SessionList: sessionListSchema,
  SessionSnapshot: snapshotSchema,
  SessionSummary: sessionSummarySchema,
  Settings: settingsSchema,
  StartSession: startSessionSchema,
  Started: startedSchema,
  StoredWorkspace: storedWorkspaceSchema,
  Verdict: verdictSchema,
  Workspace: workspaceSchema,
  WorkspaceConflict: workspaceConflictSchema,
  WorkspaceList: workspaceListSchema,
  WorkspaceSummary: workspaceSummarySchema,
} satisfies Record<string, z.ZodType>;

export type BodyName = keyof typeof bodies;

export interface Answer {
  description: string;
  /** Absent: the answer has no body. */
  body?: BodyName;
  /** The same as a stream, where the request does not ask for JSON, or asks for the stream. */
  stream?: { type: "text/event-stream" | typeof LINES_TYPE; says: string };
}

export interface Route {
  method: "get" | "post" | "put" | "delete";
  /** `{id}` stands for a member of the address. */
  path: string;
  summary: string;
  query?: z.ZodObject;
  body?: BodyName;
  /** May carry the secrets that a page typed. */
  secrets?: boolean;
  /** Carries `Last-Event-ID`. */
  resumes?: boolean;
  answer: Answer & { status: 200 | 201 | 202 | 204 };
  /** Refusals beyond those that every route has; those with a body have three more. */
  refusals?: Partial<Record<404 | 409, Answer>>;
}

const noWorkspace: Answer = { description: "There is no such workspace.", body: "Error" };
const noSession: Answer = { description: "There is no such session.", body: "Error" };
const newerLog: Answer = { description: "A newer Callscope wrote the session's log.", body: "Error" };

const workspaceRoutes: Route[] = [
  {
    method: "get",
    path: "/api/workspaces",
    summary: "Lists the stored workspaces, last changed first.",
    query: listQuerySchema,
    answer: { status: 200, description: "A page of workspaces.", body: "WorkspaceList" },
  },
  {
    method: "post",
    path: "/api/workspaces",
    summary: "Stores a new workspace.",
    body: "Workspace",
    answer: { status: 201, description: "The workspace at revision 1.", body: "StoredWorkspace" },
  },
  {
    method: "get",
    path: "/api/workspaces/{id}",
    summary: "Reads a workspace.",
    answer: { status: 200, description: "The newest revision.", body: "StoredWorkspace" },
    refusals: { 404: noWorkspace },
  },
  {
    method: "put",
    path: "/api/workspaces/{id}",
    summary: "Saves a workspace over the revision that was edited.",
    body: "SaveWorkspace",
    answer: { status: 200, description: "The new revision.", body: "StoredWorkspace" },
    refusals: {
      404: noWorkspace,
      409: {
        description: "Someone saved a newer revision; nothing is overwritten.",
        body: "WorkspaceConflict",
      },
    },
  },
  {
    method: "delete",
    path: "/api/workspaces/{id}",
    summary: "Deletes a workspace. Its sessions stay.",
    answer: { status: 204, description: "It is gone." },
    refusals: { 404: noWorkspace },
  },
];

const sessionRoutes: Route[] = [
  {
    method: "get",
    path: "/api/sessions",
    summary: "Lists sessions, newest first.",
    query: sessionListQuerySchema,
    answer: { status: 200, description: "A page of sessions.", body: "SessionList" },
  },
  {
    method: "post",
    path: "/api/sessions",
    summary: "Starts a session; with a message its first turn begins at once.",
    body: "StartSession",
    secrets: true,
    answer: { status: 201, description: "The session runs.", body: "Started" },
    refusals: { 404: noWorkspace },
  },
  {
    method: "get",
    path: "/api/sessions/{id}",
    summary: "Shows a session as it stands now.",
    answer: { status: 200, description: "A snapshot.", body: "SessionSnapshot" },
    refusals: { 404: noSession, 409: newerLog },
  },
  {
    method: "post",
    path: "/api/sessions/{id}/commands",
    summary:
      "Sends a message, settles a call, resumes an interrupt, lets a held decision go on, sets breakpoints, skips a wait, or cancels.",
    body: "Command",
    secrets: true,
    answer: { status: 202, description: "Stored; what follows from it comes as events.", body: "Accepted" },
    refusals: {
      404: noSession,
      409: {
        description: "The session refuses the command as it stands now, or a newer Callscope wrote its log.",
        body: "Error",
      },
    },
  },
  {
    method: "get",
    path: "/api/sessions/{id}/forks",
    summary:
      "Shows the tree of forks that a session is part of: where it comes from, and all forks of these.",
    answer: { status: 200, description: "The sessions of the tree.", body: "Family" },
    refusals: { 404: noSession },
  },
  {
    method: "post",
    path: "/api/sessions/{id}/forks",
    summary:
      "Goes back in a session and on differently: as a session of its own that shares what stands before.",
    body: "Fork",
    secrets: true,
    answer: { status: 201, description: "The fork runs.", body: "Started" },
    refusals: {
      404: noSession,
      409: { description: "There is no such place in the session.", body: "Error" },
    },
  },
  {
    method: "get",
    path: "/api/sessions/{id}/events",
    summary: "The session's log: as an event stream that goes on, or as JSON when the request accepts JSON.",
    query: eventsQuerySchema,
    resumes: true,
    answer: {
      status: 200,
      description: "The facts behind `after`.",
      body: "Events",
      stream: {
        type: "text/event-stream",
        says:
          "Each fact is an unnamed event: its number as the id, the fact as JSON in data. " +
          "Events named llm.token.delta are pieces of an answer under way, `{call_id, delta}`, without an id: " +
          "they are not part of the log. The stream stays open; comment lines keep it so.",
      },
    },
    refusals: { 404: noSession, 409: newerLog },
  },
];

export const routes: Route[] = [
  {
    method: "post",
    path: "/api/counterexample",
    summary: "Makes a text that a schema rejects, the one that an injected fault would send. Stores nothing.",
    body: "CounterexampleBody",
    answer: { status: 200, description: "The text, or null if none was found.", body: "Counterexample" },
  },
  {
    method: "post",
    path: "/api/fixes",
    summary: "Suggests the smallest edits that would make a text valid. Each is checked; none is applied.",
    body: "FixesBody",
    answer: { status: 200, description: "The fixes that were found.", body: "Fixes" },
  },
  {
    method: "post",
    path: "/api/impact",
    summary:
      "Checks all recorded calls of a tool by a schema that is being written, and tells what differs. Changes nothing.",
    body: "ImpactBody",
    answer: {
      status: 200,
      description: "The counts, what flips, and what the rules do.",
      body: "Impact",
      stream: {
        type: LINES_TYPE,
        says:
          "Where the answer takes a while and the request accepts this type: lines `{progress: {checked, texts, flipped}}`, " +
          "and last `{answer: …}`, or `{refused: …}` with the body of a refusal.",
      },
    },
  },
  {
    method: "post",
    path: "/api/cases/file",
    summary: "Reads a file of cases, all of it or nothing. Stores nothing.",
    body: "CaseFileBody",
    answer: { status: 200, description: "The cases.", body: "CaseFileAnswer" },
  },
  {
    method: "post",
    path: "/api/cases",
    summary: "Checks all kept cases of a tool against its schemas as typed. Stores nothing.",
    body: "CaseRunBody",
    answer: { status: 200, description: "What each case gives, and how it differs.", body: "CaseRun" },
  },
  {
    method: "post",
    path: "/api/cases/generate",
    summary:
      "Makes valid texts from a schema, and for every rule one that breaks it; each is checked. Stores nothing.",
    body: "GenerateBody",
    answer: {
      status: 200,
      description: "The texts with their verdicts, and what was not found.",
      body: "GeneratedSamples",
    },
  },
  {
    method: "post",
    path: "/api/check",
    summary: "Checks a tool's schemas and name, and arguments and a result against them. Stores nothing.",
    body: "CheckBody",
    answer: { status: 200, description: "The verdicts.", body: "CheckAnswer" },
  },
  ...workspaceRoutes,
  ...sessionRoutes,
  {
    method: "get",
    path: "/api/health",
    summary: "Says that the server is up.",
    answer: { status: 200, description: "It is.", body: "Health" },
  },
  {
    method: "get",
    path: "/api/settings",
    summary: "What a page needs to know of the server's settings; never a secret itself.",
    answer: { status: 200, description: "The settings.", body: "Settings" },
  },
];
