import { Later } from "@/components/Later";

export function EnrollmentsTab() {
  return <Later title="Enrollments" />;
}
