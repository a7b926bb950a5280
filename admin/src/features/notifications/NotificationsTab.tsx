import { Later } from "@/components/Later";

export function NotificationsTab() {
  return <Later title="Notifications" />;
}
