import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { AuditEntry } from "@/api/types";
import { fieldsOf, readable } from "@/editing/fieldWords";
import { type Column, DataTable } from "@/lists/DataTable";
import { useList } from "@/lists/useList";
import { useContentModel } from "@/model/model";
import { deviceOf } from "@/ui/device";
import { formatDayTime } from "@/ui/format";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { fetchEntries, useNames } from "./calls";
import { addressOf, entryWords, GROUPS } from "./words";
import "./audit.css";

/** The names of two groups in the dashboard are not those of the API. */
const NAMES: Readonly<Record<string, string>> = { programs: "Programmes", features: "Quick access" };
const groupName = (group: string) => NAMES[group] ?? readable(group);

const FILTERS = [
  {
    key: "resource",
    label: "Show",
    options: [
      { value: "", label: "Everything" },
      ...GROUPS.map((group) => ({ value: group, label: groupName(group) })),
    ],
  },
];

/** Who changed what, who signed in, and who took data out. */
export function AuditView() {
  const list = useList({ name: "Audit log", fetchPage: fetchEntries, sort: "-at", filters: { resource: "" } });
  const names = useNames();
  const columns: readonly Column<AuditEntry>[] = [
    {
      name: "When",
      sort: "-at",
      figures: true,
      cell: ({ at }) => <time dateTime={at}>{formatDayTime(at)}</time>,
    },
    { name: "What happened", cell: (entry) => <Event entry={entry} names={names} /> },
    {
      name: "From",
      cell: ({ user_agent, address }) => (
        <div>
          <span title={user_agent}>{deviceOf(user_agent)}</span>
          <span className="audit-more figures">{address}</span>
        </div>
      ),
    },
  ];
  return (
    <Panel title="Audit" subtitle="Who changed what, who signed in and who exported data.">
      <DataTable
        name="Audit log"
        className="audit"
        list={list}
        columns={columns}
        filters={FILTERS}
        failed="The audit log could not be loaded"
        empty={<Empty title="Nothing yet">Each change, sign-in and export appears here.</Empty>}
        nothing={<Empty title="Nothing found">Try another name, title or address.</Empty>}
      />
    </Panel>
  );
}

/** `names` is what ids are called, as far as it is known. */
function Event({ entry, names }: { entry: AuditEntry; names: ReadonlyMap<string, string> }) {
  const { data: model } = useContentModel();
  const { did, subject } = entryWords(entry, names, model);
  const address = addressOf(entry);
  const fields = fieldsOf(entry.changes);
  return (
    <div>
      <p className="audit-sentence" title={entry.role || undefined}>
        <strong>{entry.user_name || "Somebody"}</strong>{" "}
        {entry.token_name && (
          <span>
            with the token <b>{entry.token_name}</b>{" "}
          </span>
        )}
        <span className="audit-action" data-outcome={entry.outcome}>
          {did}
        </span>{" "}
        {address && subject ? (
          <Anchor component={Link} to={address}>
            {subject}
          </Anchor>
        ) : (
          <b>{subject}</b>
        )}
      </p>
      {fields && <p className="audit-more">{fields}</p>}
    </div>
  );
}
