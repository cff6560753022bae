import { Workbench } from "@/components/page/lazy-workbench";

export default function Page() {
  return <Workbench />;
}
