import { NotFound } from "@/components/page/not-found";

/** Shown for any address that is not a page. */
export default function NotFoundPage() {
  return <NotFound />;
}
