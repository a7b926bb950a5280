import { Later } from "@/components/Later";

export function MentorshipTab() {
  return <Later title="Mentorship" />;
}
