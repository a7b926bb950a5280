import { Later } from "@/components/Later";

export function VideosTab() {
  return <Later title="Videos" />;
}
