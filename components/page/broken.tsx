"use client";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";

/** A bug of the page, or a part of it that could not be loaded. Saved work and runs are on the server, untouched. */
export function Broken({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <main className="h-full">
      <EmptyState
        title="The page broke"
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
        <p className="mt-2">Workspaces and runs are on the server and not touched by this.</p>
      </EmptyState>
    </main>
  );
}
