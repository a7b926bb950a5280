import { Later } from "@/components/Later";

export function HomeTab() {
  return <Later title="Home" />;
}
