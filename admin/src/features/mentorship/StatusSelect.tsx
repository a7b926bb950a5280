import { NativeSelect } from "@mantine/core";
import type { MentorshipApplication } from "@/api/types";
import { useAction } from "@/ui/useAction";
import { decide } from "./calls";
import { STATUSES, type Status, statusOf } from "./status";
import "@/leads/leads.css";

/** An application's status as a badge that can be changed. */
export function StatusSelect({ application }: { application: MentorshipApplication }) {
  const status = statusOf(application.status);
  const { act } = useAction();
  const choose = (chosen: Status) =>
    act({ run: () => decide(application.id, chosen), failed: "Failed to update status" });
  return (
    <NativeSelect
      name="status"
      size="xs"
      className="status-select"
      data-status={status}
      aria-label={`Status of ${application.name}`}
      data={[...STATUSES]}
      value={status}
      onChange={(event) => choose(statusOf(event.currentTarget.value))}
    />
  );
}
