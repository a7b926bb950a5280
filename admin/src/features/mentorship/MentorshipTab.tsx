import type { MentorshipApplication } from "@/api/types";
import { MailLink, PhoneLink } from "@/leads/ReachLink";
import { type Column, DataTable } from "@/lists/DataTable";
import { DeleteEntry } from "@/lists/DeleteEntry";
import { ExportButton } from "@/lists/ExportButton";
import { useAsked } from "@/lists/useAsked";
import { useList } from "@/lists/useList";
import { formatDay } from "@/ui/format";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { deleteApplication, exportApplications, fetchApplications, NAME } from "./calls";
import { StatusSelect } from "./StatusSelect";

const COLUMNS: readonly Column<MentorshipApplication>[] = [
  { name: "Name", sort: "name", cell: ({ name }) => name },
  { name: "Phone", sort: "phone", cell: ({ phone }) => <PhoneLink number={phone} />, figures: true },
  { name: "Email", sort: "email", cell: ({ email }) => <MailLink address={email} clip /> },
  { name: "Education level", sort: "education_level", cell: ({ education_level }) => education_level },
  { name: "Status", sort: "status", cell: (application) => <StatusSelect application={application} /> },
  { name: "Date", sort: "-created_at", cell: ({ created_at }) => formatDay(created_at), figures: true },
  {
    name: "Actions",
    actions: true,
    cell: (application) => (
      <DeleteEntry
        list={NAME}
        id={application.id}
        what="mentorship application"
        name={`mentorship application of ${application.name}`}
        created_at={application.created_at}
        call={() => deleteApplication(application)}
      />
    ),
  },
];

export function MentorshipTab() {
  const list = useList({ name: NAME, fetchPage: fetchApplications, sort: "-created_at", q: useAsked() });
  return (
    <Panel
      title="Mentorship Applications"
      actions={<ExportButton file="mentorship.csv" search={list.asked} fetchFile={exportApplications} />}
    >
      <DataTable
        name={NAME}
        list={list}
        columns={COLUMNS}
        empty={<Empty title="No applications yet">Applications for the mentorship programme appear here.</Empty>}
      />
    </Panel>
  );
}
