import { api, page } from "@/api/client";
import type { EnrollmentSummary } from "@/api/types";
import { type Column, DataTable } from "@/components/DataTable";
import { ExportButton } from "@/components/ExportButton";
import { formatDay } from "@/components/format";
import { Panel } from "@/components/Panel";
import { Empty } from "@/components/states";

const COLUMNS: readonly Column<EnrollmentSummary>[] = [
  { name: "Name", cell: ({ name }) => name },
  { name: "Phone", cell: ({ phone }) => phone, figures: true },
  { name: "Email", cell: ({ email }) => email },
  { name: "Course", cell: ({ course }) => course },
  { name: "Date", cell: ({ created_at }) => formatDay(created_at), figures: true },
];

export function EnrollmentsTab() {
  return (
    <Panel
      title="Enrollments"
      subtitle="Newest first."
      actions={<ExportButton path="/enrollments/export" file="enrollments.csv" />}
    >
      <DataTable
        name="Enrollments"
        fetchPage={(query) => page(api.GET("/enrollments", { params: { query } }))}
        columns={COLUMNS}
        empty={<Empty title="No enrollments yet">Students who enrol appear here.</Empty>}
      />
    </Panel>
  );
}
