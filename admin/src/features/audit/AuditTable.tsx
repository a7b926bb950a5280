import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { AuditEntry } from "@/api/types";
import { deviceOf } from "@/components/device";
import { formatDayTime } from "@/components/format";
import { addressOf, deed, kindOf, readable } from "./words";
import "@/components/table.css";
import "./audit.css";

interface Props {
  entries: readonly AuditEntry[];
  /** What ids are called, as far as it is known. */
  names: ReadonlyMap<string, string>;
}

/** On a phone every row becomes a card. */
export function AuditTable({ entries, names }: Props) {
  return (
    <table className="table audit" aria-label="Audit log">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">On what</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id} data-outcome={entry.outcome}>
            <td data-label="When" className="figures audit-when">
              <time dateTime={entry.at}>{formatDayTime(entry.at)}</time>
            </td>
            <td data-label="Who">
              <div>
                {entry.user_name || "Not signed in"}
                {entry.role && <span className="audit-more">{entry.role}</span>}
              </div>
            </td>
            <td data-label="What">
              <div>
                <span className="audit-deed">{deed(entry)}</span>
                {entry.changes.length > 0 && <span className="audit-more">{readable(entry.changes.join(", "))}</span>}
              </div>
            </td>
            <td data-label="On what">
              <Subject entry={entry} name={names.get(entry.resource_id)} />
            </td>
            <td data-label="From" className="figures">
              <div>
                {entry.address}
                <span className="audit-more" title={entry.user_agent}>
                  {deviceOf(entry.user_agent)}
                </span>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Subject({ entry, name }: { entry: AuditEntry; name: string | undefined }) {
  const address = addressOf(entry);
  return (
    <div>
      {address ? (
        <Anchor component={Link} to={address}>
          {kindOf(entry)}
        </Anchor>
      ) : (
        kindOf(entry)
      )}
      {entry.resource_id && (
        <span className={`audit-more ${name ? "" : "audit-id"}`} title={entry.resource_id}>
          {name ?? entry.resource_id}
        </span>
      )}
    </div>
  );
}
