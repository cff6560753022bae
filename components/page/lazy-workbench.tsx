"use client";
import dynamic from "next/dynamic";
import { Spinner } from "@/components/ui/feedback";

/** The page. It lives in the browser alone: the server sends its frame. */
export const Workbench = dynamic(() => import("./workbench").then((module) => module.Bench), {
  ssr: false,
  loading: () => (
    <main className="grid h-full place-items-center">
      <Spinner label="Opening Callscope" />
    </main>
  ),
});
