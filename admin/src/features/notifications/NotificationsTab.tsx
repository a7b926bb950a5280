import { Button } from "@mantine/core";
import { useState } from "react";
import type { Subscriber } from "@/api/types";
import { Clip } from "@/components/Clip";
import { copyLater } from "@/components/clipboard";
import { type Column, DataTable } from "@/components/DataTable";
import { DeleteEntry } from "@/components/DeleteEntry";
import { saveFile } from "@/components/download";
import { formatDayTime } from "@/components/format";
import { Panel } from "@/components/Panel";
import { Empty } from "@/components/states";
import { toast } from "@/components/toasts";
import { deleteSubscriber, fetchEverybody, fetchSubscribers, NAME, useCounts } from "./calls";
import { csvOf, fileName, uniqueEmails } from "./export";
import "./notifications.css";

const COLUMNS: readonly Column<Subscriber>[] = [
  { name: "Email", sort: "email", cell: ({ email }) => <Clip>{email}</Clip> },
  { name: "Page", sort: "page", cell: (item) => item.page || "N/A" },
  { name: "Source", sort: "source", cell: ({ source }) => source || "N/A" },
  { name: "Date and time", sort: "-created_at", cell: ({ created_at }) => formatDayTime(created_at), figures: true },
  {
    name: "Actions",
    actions: true,
    cell: ({ id, email }) => <DeleteEntry list={NAME} id={id} what="subscriber" name={email} call={deleteSubscriber} />,
  },
];

export function NotificationsTab() {
  const { data: counts } = useCounts();
  const [busy, setBusy] = useState<"export" | "copy" | null>(null);

  const run = async (which: "export" | "copy", work: () => Promise<void>) => {
    setBusy(which);
    try {
      await work();
    } finally {
      setBusy(null);
    }
  };
  const exportCsv = async () => {
    try {
      const csv = csvOf(await fetchEverybody(), formatDayTime);
      saveFile(fileName(new Date()), new Blob([csv], { type: "text/csv;charset=utf-8" }));
      toast.success("Email list exported successfully!");
    } catch (error) {
      toast.failure("Failed to export", error);
    }
  };
  const copyAll = async () => {
    const emails = fetchEverybody().then((everybody) => uniqueEmails(everybody).join(", "));
    try {
      await copyLater(emails);
      toast.success("All emails copied to clipboard!");
    } catch {
      // Either there is nothing to copy, or the browser does not want to.
      await emails.then(
        () => toast.error("The browser does not let this page copy. Use Export CSV instead."),
        (error: unknown) => toast.failure("Failed to load data", error),
      );
    }
  };
  const figure = (count: number | undefined) => (count === undefined ? "–" : count.toLocaleString("en-IN"));
  const none = !counts || counts.total === 0;

  return (
    <Panel
      title="Email Notifications"
      actions={
        <>
          <Button
            variant="default"
            size="sm"
            disabled={none || busy === "copy"}
            loading={busy === "export"}
            onClick={() => run("export", exportCsv)}
          >
            Export CSV
          </Button>
          <Button
            variant="default"
            size="sm"
            disabled={none || busy === "export"}
            loading={busy === "copy"}
            onClick={() => run("copy", copyAll)}
          >
            Copy All
          </Button>
        </>
      }
    >
      <dl className="figures-row">
        <div>
          <dt>Total Subscribers</dt>
          <dd>{figure(counts?.total)}</dd>
        </div>
        <div>
          <dt>Unique Emails</dt>
          <dd>{figure(counts?.unique_emails)}</dd>
        </div>
        <div>
          <dt>Current Affairs Test</dt>
          <dd>{figure(counts?.current_affairs_test)}</dd>
        </div>
      </dl>
      <DataTable
        name={NAME}
        fetchPage={fetchSubscribers}
        columns={COLUMNS}
        sort="-created_at"
        empty={<Empty title="No notifications yet">Email subscriptions will appear here when users sign up</Empty>}
      />
    </Panel>
  );
}
