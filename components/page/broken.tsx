"use client";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";

/**
 * Shown after a bug in the page, or if a part of the page could not be loaded. Saved work and runs are on the server
 * and not affected.
 */
export function Broken({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <main className="h-full">
      <EmptyState
        title="Something went wrong"
        action={
          <>
            <Button onClick={onRetry}>Try again</Button>
            <Button look="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
          </>
        }
      >
        <p role="alert" className="break-words">
          {error.message}
        </p>
        <p className="mt-2">Your saved workspaces and runs are on the server and are not affected.</p>
      </EmptyState>
    </main>
  );
}
