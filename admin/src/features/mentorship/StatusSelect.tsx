import { NativeSelect } from "@mantine/core";
import type { MentorshipApplication } from "@/api/types";
import { toast } from "@/components/toasts";
import { decide } from "./calls";
import { STATUSES, type Status, statusOf } from "./status";
import "./mentorship.css";

/** An application's status as a badge that can be changed. */
export function StatusSelect({ application }: { application: MentorshipApplication }) {
  const status = statusOf(application.status);
  const choose = async (chosen: Status) => {
    try {
      await decide(application.id, chosen);
    } catch (error) {
      toast.failure("Failed to update status", error);
    }
  };
  return (
    <NativeSelect
      name="status"
      size="xs"
      className="status-select"
      data-status={status}
      aria-label={`Status of ${application.name}`}
      data={[...STATUSES]}
      value={status}
      onChange={(event) => void choose(statusOf(event.currentTarget.value))}
    />
  );
}
