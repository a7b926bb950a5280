import type { MentorshipApplication } from "@/api/types";
import { Clip } from "@/components/Clip";
import { type Column, DataTable } from "@/components/DataTable";
import { DeleteEntry } from "@/components/DeleteEntry";
import { ExportButton } from "@/components/ExportButton";
import { formatDay } from "@/components/format";
import { Panel } from "@/components/Panel";
import { Empty } from "@/components/states";
import { deleteApplication, fetchApplications, NAME } from "./calls";
import { StatusSelect } from "./StatusSelect";

const COLUMNS: readonly Column<MentorshipApplication>[] = [
  { name: "Name", sort: "name", cell: ({ name }) => name },
  { name: "Phone", sort: "phone", cell: ({ phone }) => phone, figures: true },
  { name: "Email", sort: "email", cell: ({ email }) => <Clip>{email}</Clip> },
  { name: "Education level", sort: "education_level", cell: ({ education_level }) => education_level },
  { name: "Status", sort: "status", cell: (application) => <StatusSelect application={application} /> },
  { name: "Date", sort: "-created_at", cell: ({ created_at }) => formatDay(created_at), figures: true },
  {
    name: "Actions",
    actions: true,
    cell: ({ id, name }) => (
      <DeleteEntry list={NAME} id={id} what="mentorship application" name={name} call={deleteApplication} />
    ),
  },
];

export function MentorshipTab() {
  return (
    <Panel title="Mentorship Applications" actions={<ExportButton path="/mentorship/export" file="mentorship.csv" />}>
      <DataTable
        name={NAME}
        fetchPage={fetchApplications}
        columns={COLUMNS}
        sort="-created_at"
        empty={<Empty title="No applications yet">Applications for the mentorship programme appear here.</Empty>}
      />
    </Panel>
  );
}
