"use client";
import dynamic from "next/dynamic";
import { Spinner } from "@/components/ui/feedback";

/** Loads the workbench, which runs in the browser only: the server sends an empty frame. */
export const Workbench = dynamic(() => import("./workbench").then((module) => module.Workbench), {
  ssr: false,
  loading: () => (
    <main className="grid h-full place-items-center">
      <Spinner label="Opening Callscope" />
    </main>
  ),
});
