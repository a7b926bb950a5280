import { Button } from "@mantine/core";
import type { Subscriber } from "@/api/types";
import { Handling } from "@/leads/Handling";
import { LeadBoard } from "@/leads/LeadBoard";
import { LeadDrawer } from "@/leads/LeadDrawer";
import { MailLink } from "@/leads/ReachLink";
import { useBoard, useLeadBulk, useLeads, useOpened } from "@/leads/useLeads";
import { type Column, DataTable } from "@/lists/DataTable";
import { DeleteEntry } from "@/lists/DeleteEntry";
import { exportedRows } from "@/lists/exported";
import { useAsked } from "@/lists/useAsked";
import { copyLater } from "@/ui/clipboard";
import { saveFile } from "@/ui/download";
import { formatDayTime } from "@/ui/format";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { toast } from "@/ui/toasts";
import { useAction } from "@/ui/useAction";
import { deleteSubscriber, fetchEverybody, fetchSubscribers, NAME, useCounts } from "./calls";
import { csvOf, fileName, uniqueEmails } from "./export";
import "./notifications.css";

const NEWEST_FIRST = "-created_at";

const columnsFor = (open: (id: string) => void): readonly Column<Subscriber>[] => [
  { name: "Email", sort: "email", cell: ({ email }) => <MailLink address={email} clip /> },
  { name: "Page", sort: "page", cell: (item) => item.page || "N/A" },
  { name: "Source", sort: "source", cell: ({ source }) => source || "N/A" },
  { name: "Date and time", sort: NEWEST_FIRST, cell: ({ created_at }) => formatDayTime(created_at), figures: true },
  { name: "Lead", cell: (lead) => <Handling kind="notifications" lead={lead} name={lead.email} /> },
  {
    name: "Actions",
    actions: true,
    cell: ({ id, email, created_at }) => (
      <>
        <Button variant="subtle" size="xs" aria-label={`Open ${email}`} aria-haspopup="dialog" onClick={() => open(id)}>
          Open
        </Button>
        <DeleteEntry
          list={NAME}
          id={id}
          what="subscriber"
          name={`subscriber ${email}`}
          created_at={created_at}
          call={deleteSubscriber}
        />
      </>
    ),
  },
];
const nameOf = ({ email }: Subscriber) => email;
const kindOf = () => "notifications" as const;

export function NotificationsTab() {
  const { data: counts } = useCounts();
  const [opened, open] = useOpened();
  const [board, boardControl] = useBoard();
  const { list, filters, asked } = useLeads({
    ...{ name: NAME, fetchPage: fetchSubscribers, title: nameOf },
    q: useAsked(),
  });
  const bulk = useLeadBulk<Subscriber & { title: string }>(kindOf);
  const saving = useAction();
  const copying = useAction();

  const exportCsv = async () => {
    const found = await fetchEverybody(asked);
    saveFile(fileName(new Date()), new Blob([csvOf(found, formatDayTime)], { type: "text/csv;charset=utf-8" }));
    return found.length;
  };
  const exporting = {
    run: exportCsv,
    done: "Email list exported successfully!",
    detail: (rows: number) => exportedRows(rows, asked),
    failed: "Failed to export",
  };
  const copyAll = async () => {
    const emails = fetchEverybody({ sort: NEWEST_FIRST }).then((everybody) => uniqueEmails(everybody).join(", "));
    try {
      await copyLater(emails);
      toast.success("All emails copied to clipboard!");
    } catch {
      // Either there is nothing to copy, or the browser does not want to.
      await emails;
      toast.error("The browser does not let this page copy. Use Export CSV instead.");
    }
  };
  const figure = (count: number | undefined) => (count === undefined ? "–" : count.toLocaleString("en-IN"));
  const none = !counts || counts.total === 0;

  return (
    <Panel
      title="Email Notifications"
      actions={
        <>
          {boardControl}
          <Button
            variant="default"
            size="sm"
            disabled={none || copying.busy}
            loading={saving.busy}
            onClick={() => saving.act(exporting)}
          >
            Export CSV
          </Button>
          <Button
            variant="default"
            size="sm"
            disabled={none || saving.busy}
            loading={copying.busy}
            onClick={() => copying.act({ run: copyAll, failed: "Failed to load data" })}
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
      {board ? (
        <LeadBoard kind="notifications" onOpen={({ id }) => open(id)} />
      ) : (
        <DataTable
          name={NAME}
          list={list}
          filters={filters}
          columns={columnsFor(open)}
          bulk={bulk}
          empty={<Empty title="No notifications yet">Email subscriptions will appear here when users sign up</Empty>}
        />
      )}
      <LeadDrawer of={opened === null ? null : { kind: "notifications", id: opened }} onClose={() => open(null)} />
    </Panel>
  );
}
