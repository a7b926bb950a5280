import { Button } from "@mantine/core";
import { useMemo } from "react";
import { api, page } from "@/api/client";
import type { Subscriber } from "@/api/types";
import { type Column, DataTable } from "@/components/DataTable";
import { saveFile } from "@/components/download";
import { formatDayTime } from "@/components/format";
import { Panel } from "@/components/Panel";
import { Empty } from "@/components/states";
import { toast } from "@/components/toasts";
import { useSubscribers } from "./calls";
import { csvOf, fileName, uniqueEmails } from "./export";
import "./notifications.css";

const COLUMNS: readonly Column<Subscriber>[] = [
  { name: "Email", cell: ({ email }) => email },
  { name: "Page", cell: (item) => item.page },
  { name: "Source", cell: ({ source }) => source || "N/A" },
  { name: "Date and time", cell: ({ created_at }) => formatDayTime(created_at), figures: true },
];

export function NotificationsTab() {
  const { data } = useSubscribers();
  const emails = useMemo(() => uniqueEmails(data ?? []), [data]);
  const fromTest = data?.filter((item) => item.page === "current-affairs-test").length;

  const exportCsv = () => {
    if (!data) return;
    saveFile(fileName(new Date()), new Blob([csvOf(data, formatDayTime)], { type: "text/csv;charset=utf-8" }));
    toast.success("Email list exported successfully!");
  };
  const copyAll = async () => {
    try {
      await navigator.clipboard.writeText(emails.join(", "));
      toast.success("All emails copied to clipboard!");
    } catch {
      toast.error("The browser does not let this page copy. Use Export CSV instead.");
    }
  };
  const figure = (count: number | undefined) => (count === undefined ? "–" : count.toLocaleString("en-IN"));

  return (
    <Panel
      title="Email Notifications"
      actions={
        <>
          <Button variant="default" size="sm" disabled={!data?.length} onClick={exportCsv}>
            Export CSV
          </Button>
          <Button variant="default" size="sm" disabled={!data?.length} onClick={copyAll}>
            Copy All
          </Button>
        </>
      }
    >
      <dl className="figures-row">
        <div>
          <dt>Total Subscribers</dt>
          <dd>{figure(data?.length)}</dd>
        </div>
        <div>
          <dt>Unique Emails</dt>
          <dd>{figure(data && emails.length)}</dd>
        </div>
        <div>
          <dt>Current Affairs Test</dt>
          <dd>{figure(fromTest)}</dd>
        </div>
      </dl>
      <DataTable
        name="Subscribers"
        fetchPage={(query) => page(api.GET("/admin/notifications", { params: { query } }))}
        columns={COLUMNS}
        empty={<Empty title="No notifications yet">Email subscriptions will appear here when users sign up</Empty>}
      />
    </Panel>
  );
}
