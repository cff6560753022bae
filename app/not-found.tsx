import { NotFound } from "@/components/not-found";

/** Any address that is no page. */
export default function NotFoundPage() {
  return <NotFound />;
}
