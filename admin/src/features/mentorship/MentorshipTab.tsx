import type { MentorshipApplication } from "@/api/types";
import { Handling } from "@/leads/Handling";
import { LeadBoard } from "@/leads/LeadBoard";
import { LeadDrawer } from "@/leads/LeadDrawer";
import { Reach } from "@/leads/Reach";
import { MailLink, PhoneLink } from "@/leads/ReachLink";
import { useBoard, useLeadBulk, useLeads, useOpened } from "@/leads/useLeads";
import { type Column, DataTable } from "@/lists/DataTable";
import { DeleteEntry } from "@/lists/DeleteEntry";
import { ExportButton } from "@/lists/ExportButton";
import { useAsked } from "@/lists/useAsked";
import { formatDay } from "@/ui/format";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { deleteApplication, exportApplications, fetchApplications, NAME } from "./calls";
import { StatusSelect } from "./StatusSelect";

const columnsFor = (open: (id: string) => void): readonly Column<MentorshipApplication>[] => [
  {
    name: "Name",
    sort: "name",
    cell: ({ id, name }) => (
      <button type="button" className="opener" aria-haspopup="dialog" onClick={() => open(id)}>
        {name}
      </button>
    ),
  },
  { name: "Phone", sort: "phone", cell: ({ phone }) => <PhoneLink number={phone} />, figures: true },
  { name: "Email", sort: "email", cell: ({ email }) => <MailLink address={email} clip /> },
  { name: "Education level", sort: "education_level", cell: ({ education_level }) => education_level },
  { name: "Status", sort: "status", cell: (application) => <StatusSelect application={application} /> },
  { name: "Lead", cell: (lead) => <Handling kind="mentorship" lead={lead} name={lead.name} /> },
  { name: "Date", sort: "-created_at", cell: ({ created_at }) => formatDay(created_at), figures: true },
  {
    name: "Actions",
    actions: true,
    cell: (application) => (
      <>
        <Reach name={application.name} phone={application.phone} rest />
        <DeleteEntry
          list={NAME}
          id={application.id}
          what="mentorship application"
          name={`mentorship application of ${application.name}`}
          created_at={application.created_at}
          call={() => deleteApplication(application)}
        />
      </>
    ),
  },
];

const nameOf = ({ name }: MentorshipApplication) => name;
const kindOf = () => "mentorship" as const;

export function MentorshipTab() {
  const [opened, open] = useOpened();
  const [board, boardControl] = useBoard();
  const { list, filters, asked } = useLeads({
    ...{ name: NAME, fetchPage: fetchApplications, title: nameOf },
    q: useAsked(),
  });
  const bulk = useLeadBulk<MentorshipApplication & { title: string }>(kindOf);
  return (
    <Panel
      title="Mentorship Applications"
      actions={
        <>
          {boardControl}
          <ExportButton file="mentorship.csv" search={asked} fetchFile={exportApplications} />
        </>
      }
    >
      {board ? (
        <LeadBoard kind="mentorship" onOpen={({ id }) => open(id)} />
      ) : (
        <DataTable
          name={NAME}
          list={list}
          filters={filters}
          columns={columnsFor(open)}
          bulk={bulk}
          onOpen={({ id }) => open(id)}
          empty={<Empty title="No applications yet">Applications for the mentorship programme appear here.</Empty>}
        />
      )}
      <LeadDrawer of={opened === null ? null : { kind: "mentorship", id: opened }} onClose={() => open(null)} />
    </Panel>
  );
}
