/** Shown for an address that is not a page of the app. */
import { EmptyState } from "@/components/ui/feedback";

/** The page for an address that does not exist, with a way to the workbench. */
export function NotFound() {
  return (
    <main className="h-full">
      <EmptyState
        title="Page not found"
        action={
          // A full page load on purpose: the workbench does not use the router.
          <a className="text-accent underline" href="/">
            Open the workbench
          </a>
        }
      />
    </main>
  );
}
