/** Every route of the HTTP API as data. `/openapi.json` is generated from it. */
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

/** The bodies, by their names in the document. */
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
  /** Absent: the response has no body. */
  body?: BodyName;
  /** The same as a stream, for requests that do not ask for JSON or that ask for the stream. */
  stream?: { type: "text/event-stream" | typeof LINES_TYPE; says: string };
}

export interface Route {
  method: "get" | "post" | "put" | "delete";
  /** `{id}` is a parameter. */
  path: string;
  summary: string;
  query?: z.ZodObject;
  body?: BodyName;
  /** The request may carry secrets typed into the page. */
  secrets?: boolean;
  /** The request may carry `Last-Event-ID`. */
  resumes?: boolean;
  answer: Answer & { status: 200 | 201 | 202 | 204 };
  /** Refusals besides those of every route and those of every route with a body. */
  refusals?: Partial<Record<404 | 409, Answer>>;
}

const noWorkspace: Answer = { description: "There is no such workspace.", body: "Error" };
const noSession: Answer = { description: "There is no such session.", body: "Error" };
const newerLog: Answer = {
  description: "The session's log was written by a newer version of Callscope.",
  body: "Error",
};

const workspaceRoutes: Route[] = [
  {
    method: "get",
    path: "/api/workspaces",
    summary: "Lists the stored workspaces, most recently changed first.",
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
    summary: "Saves a workspace as the next revision of the one that was edited.",
    body: "SaveWorkspace",
    answer: { status: 200, description: "The new revision.", body: "StoredWorkspace" },
    refusals: {
      404: noWorkspace,
      409: {
        description: "A newer revision was saved meanwhile; nothing was overwritten.",
        body: "WorkspaceConflict",
      },
    },
  },
  {
    method: "delete",
    path: "/api/workspaces/{id}",
    summary: "Deletes a workspace. Its sessions stay.",
    answer: { status: 204, description: "Deleted." },
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
    summary: "Starts a session. With a message, its first turn begins at once.",
    body: "StartSession",
    secrets: true,
    answer: { status: 201, description: "The session was started.", body: "Started" },
    refusals: { 404: noWorkspace },
  },
  {
    method: "get",
    path: "/api/sessions/{id}",
    summary: "Returns the current state of a session.",
    answer: { status: 200, description: "A snapshot.", body: "SessionSnapshot" },
    refusals: { 404: noSession, 409: newerLog },
  },
  {
    method: "post",
    path: "/api/sessions/{id}/commands",
    summary:
      "Sends a message, settles a call, resumes an interrupt, releases a held decision, sets breakpoints, skips a wait, or cancels.",
    body: "Command",
    secrets: true,
    answer: {
      status: 202,
      description: "Accepted and stored; the events show what follows.",
      body: "Accepted",
    },
    refusals: {
      404: noSession,
      409: {
        description:
          "The session cannot accept the command in its current state, or its log was written by a newer version of Callscope.",
        body: "Error",
      },
    },
  },
  {
    method: "get",
    path: "/api/sessions/{id}/forks",
    summary: "Returns the tree of forks that a session belongs to: its origins and all their forks.",
    answer: { status: 200, description: "The sessions of the tree.", body: "Family" },
    refusals: { 404: noSession },
  },
  {
    method: "post",
    path: "/api/sessions/{id}/forks",
    summary:
      "Forks a session: starts a new one that shares everything before a point and continues differently from there.",
    body: "Fork",
    secrets: true,
    answer: { status: 201, description: "The fork was started.", body: "Started" },
    refusals: {
      404: noSession,
      409: { description: "The session has no such point.", body: "Error" },
    },
  },
  {
    method: "get",
    path: "/api/sessions/{id}/events",
    summary: "Returns the session's log as an event stream, or as JSON when the request accepts JSON.",
    query: eventsQuerySchema,
    resumes: true,
    answer: {
      status: 200,
      description: "The facts after `after`.",
      body: "Events",
      stream: {
        type: "text/event-stream",
        says:
          "Each fact is an unnamed event with its `seq` as the id and the fact as JSON in data. " +
          "Events named llm.token.delta are pieces of a reply that is still arriving, `{call_id, delta}`, without an id: " +
          "they are not part of the log. The stream stays open; comment lines keep it alive.",
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
      "Checks the recorded calls of a tool against an edited schema and returns what changes. Stores nothing.",
    body: "ImpactBody",
    answer: {
      status: 200,
      description: "The counts, the verdicts that change, and the effect of each changed rule.",
      body: "Impact",
      stream: {
        type: LINES_TYPE,
        says:
          "When the answer takes a while and the request accepts this type: lines `{progress: {checked, texts, flipped}}`, " +
          "then `{answer: …}`, or `{refused: …}` with the body of a refusal.",
      },
    },
  },
  {
    method: "post",
    path: "/api/cases/file",
    summary: "Reads a file of cases. If any case is invalid, the whole file is refused. Stores nothing.",
    body: "CaseFileBody",
    answer: { status: 200, description: "The cases.", body: "CaseFileAnswer" },
  },
  {
    method: "post",
    path: "/api/cases",
    summary: "Checks all kept cases of a tool against its schemas. Stores nothing.",
    body: "CaseRunBody",
    answer: {
      status: 200,
      description: "Each case's verdict and how it differs from the expected one.",
      body: "CaseRun",
    },
  },
  {
    method: "post",
    path: "/api/cases/generate",
    summary:
      "Generates valid texts from a schema and, for every rule, a text that breaks it. Each is checked. Stores nothing.",
    body: "GenerateBody",
    answer: {
      status: 200,
      description: "The texts with their verdicts, and the samples that were not found.",
      body: "GeneratedSamples",
    },
  },
  {
    method: "post",
    path: "/api/check",
    summary:
      "Checks a tool's schemas and name, and optionally arguments and a result against them. Stores nothing.",
    body: "CheckBody",
    answer: { status: 200, description: "The verdicts.", body: "CheckAnswer" },
  },
  ...workspaceRoutes,
  ...sessionRoutes,
  {
    method: "get",
    path: "/api/health",
    summary: "Reports that the server is up.",
    answer: { status: 200, description: "The server is up.", body: "Health" },
  },
  {
    method: "get",
    path: "/api/settings",
    summary: "Returns the server's settings that the page needs. Never contains a secret.",
    answer: { status: 200, description: "The settings.", body: "Settings" },
  },
];
