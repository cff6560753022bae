import { NextResponse } from "next/server";
import { refusePage } from "@/lib/server/http/page-guard";

/** Pages are served under a known Host only; the API's handlers check for themselves, and more. */
export function proxy(request: Request): Response {
  return refusePage(request) ?? NextResponse.next();
}

export const config = { matcher: "/((?!api/|_next/).*)" };
