import { Later } from "@/components/Later";

export function SectionsTab() {
  return <Later title="Sections" />;
}
