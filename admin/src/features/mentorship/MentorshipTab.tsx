import { NativeSelect } from "@mantine/core";
import { mutate } from "swr";
import { api, body, page } from "@/api/client";
import { messageOf } from "@/api/errors";
import type { MentorshipApplication } from "@/api/types";
import { type Column, DataTable } from "@/components/DataTable";
import { ExportButton } from "@/components/ExportButton";
import { formatDay } from "@/components/format";
import { Panel } from "@/components/Panel";
import { Empty } from "@/components/states";
import { toast } from "@/components/toasts";

const NAME = "Mentorship applications";
const STATUSES = ["pending", "approved", "rejected"] as const;

/** Anything but approved and rejected counts as pending. */
function shownStatus(status: string): (typeof STATUSES)[number] {
  return STATUSES.find((known) => known === status) ?? "pending";
}

async function decide(application: MentorshipApplication, chosen: string) {
  try {
    await body(
      api.PUT("/mentorship/{id}", {
        params: { path: { id: application.id } },
        body: { status: shownStatus(chosen) },
      }),
    );
  } catch (error) {
    toast.error(messageOf(error));
  }
  await mutate((key) => Array.isArray(key) && key[0] === NAME);
}

const COLUMNS: readonly Column<MentorshipApplication>[] = [
  { name: "Name", cell: ({ name }) => name },
  { name: "Phone", cell: ({ phone }) => phone, figures: true },
  { name: "Email", cell: ({ email }) => email },
  { name: "Education level", cell: ({ education_level }) => education_level },
  {
    name: "Status",
    cell: (application) => (
      <span className="mentorship-status">
        <span className="status" data-status={shownStatus(application.status)} aria-hidden="true" />
        <NativeSelect
          name="status"
          size="xs"
          aria-label={`Status of ${application.name}`}
          data={[...STATUSES]}
          value={shownStatus(application.status)}
          onChange={(event) => void decide(application, event.currentTarget.value)}
        />
      </span>
    ),
  },
  { name: "Date", cell: ({ created_at }) => formatDay(created_at), figures: true },
];

export function MentorshipTab() {
  return (
    <Panel
      title="Mentorship Applications"
      subtitle="Newest first."
      actions={<ExportButton path="/mentorship/export" file="mentorship.csv" />}
    >
      <DataTable
        name={NAME}
        fetchPage={(query) => page(api.GET("/mentorship", { params: { query } }))}
        columns={COLUMNS}
        empty={<Empty title="No applications yet">Applications for the mentorship programme appear here.</Empty>}
      />
    </Panel>
  );
}
