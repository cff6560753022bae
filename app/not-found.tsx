import { NotFound } from "@/components/page/not-found";

/** Any address that is no page. */
export default function NotFoundPage() {
  return <NotFound />;
}
