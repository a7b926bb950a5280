import { Later } from "@/components/Later";

export function SocialTab() {
  return <Later title="Social" />;
}
