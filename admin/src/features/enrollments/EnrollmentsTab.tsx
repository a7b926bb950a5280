import { useSearchParams } from "react-router";
import type { EnrollmentSummary } from "@/api/types";
import { COURSES, labelOf } from "@/leads/enrolment";
import { MailLink, PhoneLink } from "@/leads/ReachLink";
import { type Column, DataTable } from "@/lists/DataTable";
import { DeleteEntry } from "@/lists/DeleteEntry";
import { ExportButton } from "@/lists/ExportButton";
import { useList } from "@/lists/useList";
import { formatDay } from "@/ui/format";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { deleteEnrollment, exportEnrollments, fetchEnrollments, NAME } from "./calls";
import { EnrollmentDrawer } from "./EnrollmentDrawer";

/** The table of enrolments; `?open=` says whose whole form is shown beside it. */
export function EnrollmentsTab() {
  const [params, setParams] = useSearchParams();
  const list = useList({ name: NAME, fetchPage: fetchEnrollments, sort: "-created_at" });

  const open = (id: string | null) =>
    setParams((current) => {
      const changed = new URLSearchParams(current);
      if (id === null) changed.delete("open");
      else changed.set("open", id);
      return changed;
    });

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
    { name: "Date", sort: "-created_at", cell: ({ created_at }) => formatDay(created_at), figures: true },
    {
      name: "Actions",
      actions: true,
      cell: ({ id, name, created_at }) => (
        <DeleteEntry
          list={NAME}
          id={id}
          what="enrollment"
          name={`enrollment of ${name}`}
          created_at={created_at}
          call={deleteEnrollment}
        />
      ),
    },
  ];

  return (
    <Panel
      title="Enrollments"
      actions={<ExportButton file="enrollments.csv" search={list.asked} fetchFile={exportEnrollments} />}
    >
      <DataTable
        name={NAME}
        list={list}
        columns={columns}
        onOpen={({ id }) => open(id)}
        empty={<Empty title="No enrollments yet">Students who enroll appear here.</Empty>}
      />
      <EnrollmentDrawer id={params.get("open")} onClose={() => open(null)} />
    </Panel>
  );
}
