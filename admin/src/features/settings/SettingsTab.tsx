import { Later } from "@/components/Later";

export function SettingsTab() {
  return <Later title="Settings" />;
}
