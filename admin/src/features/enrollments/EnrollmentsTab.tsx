import type { EnrollmentSummary } from "@/api/types";
import { COURSES, labelOf } from "@/leads/enrolment";
import { Handling } from "@/leads/Handling";
import { LeadBoard } from "@/leads/LeadBoard";
import { Reach } from "@/leads/Reach";
import { MailLink, PhoneLink } from "@/leads/ReachLink";
import { useBoard, useLeadBulk, useLeads, useOpened } from "@/leads/useLeads";
import { type Column, DataTable } from "@/lists/DataTable";
import { DeleteEntry } from "@/lists/DeleteEntry";
import { ExportButton } from "@/lists/ExportButton";
import { formatDay } from "@/ui/format";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { deleteEnrollment, exportEnrollments, fetchEnrollments, NAME } from "./calls";
import { EnrollmentDrawer } from "./EnrollmentDrawer";

const nameOf = ({ name }: EnrollmentSummary) => name;
const kindOf = () => "enrollments" as const;

/** The table of enrolments; `?open=` says whose whole form is shown beside it. */
export function EnrollmentsTab() {
  const [opened, open] = useOpened();
  const [board, boardControl] = useBoard();
  const { list, filters, asked } = useLeads({ name: NAME, fetchPage: fetchEnrollments, title: nameOf });
  const bulk = useLeadBulk<EnrollmentSummary & { title: string }>(kindOf);

  const columns: readonly Column<EnrollmentSummary>[] = [
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
    { name: "Course", sort: "course", cell: ({ course }) => labelOf(COURSES, course) },
    { name: "Lead", cell: (lead) => <Handling kind="enrollments" lead={lead} name={lead.name} /> },
    { name: "Date", sort: "-created_at", cell: ({ created_at }) => formatDay(created_at), figures: true },
    {
      name: "Actions",
      actions: true,
      cell: ({ id, name, phone, created_at }) => (
        <>
          <Reach name={name} phone={phone} rest />
          <DeleteEntry
            list={NAME}
            id={id}
            what="enrollment"
            name={`enrollment of ${name}`}
            created_at={created_at}
            call={deleteEnrollment}
          />
        </>
      ),
    },
  ];

  return (
    <Panel
      title="Enrollments"
      actions={
        <>
          {boardControl}
          <ExportButton file="enrollments.csv" search={asked} fetchFile={exportEnrollments} />
        </>
      }
    >
      {board ? (
        <LeadBoard kind="enrollments" onOpen={({ id }) => open(id)} />
      ) : (
        <DataTable
          name={NAME}
          list={list}
          filters={filters}
          columns={columns}
          bulk={bulk}
          onOpen={({ id }) => open(id)}
          empty={<Empty title="No enrollments yet">Students who enroll appear here.</Empty>}
        />
      )}
      <EnrollmentDrawer id={opened} onClose={() => open(null)} />
    </Panel>
  );
}
