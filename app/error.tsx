"use client";
import { Broken } from "@/components/page/broken";

/** Shown in place of the page when drawing it failed. */
export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  return <Broken error={error} onRetry={reset} />;
}
