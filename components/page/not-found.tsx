import { EmptyState } from "@/components/ui/feedback";

export function NotFound() {
  return (
    <main className="h-full">
      <EmptyState
        title="There is no such page"
        action={
          // A full load on purpose: the workbench lives outside of the router.
          <a className="text-accent underline" href="/">
            Open the workbench
          </a>
        }
      />
    </main>
  );
}
