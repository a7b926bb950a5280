import { Later } from "@/components/Later";

export function ContactsTab() {
  return <Later title="Contacts" />;
}
