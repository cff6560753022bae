import { Workbench } from "@/components/page/lazy-workbench";

/** A stored session by link: the workbench reads which one from the address. */
export default function SessionPage() {
  return <Workbench />;
}
