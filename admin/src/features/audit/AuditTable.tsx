import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { AuditEntry } from "@/api/types";
import { deviceOf } from "@/components/device";
import { formatDayTime } from "@/components/format";
import { useContentModel } from "@/model/model";
import { fieldsOf } from "./fields";
import { addressOf, entryWords } from "./words";
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
          <th scope="col">What happened</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id} data-outcome={entry.outcome}>
            <td data-label="When" className="figures audit-when">
              <time dateTime={entry.at}>{formatDayTime(entry.at)}</time>
            </td>
            <td data-label="What happened">
              <div>
                <Sentence entry={entry} names={names} />
                <Fields changes={entry.changes} />
              </div>
            </td>
            <td data-label="From">
              <div>
                <span title={entry.user_agent}>{deviceOf(entry.user_agent)}</span>
                <span className="audit-more figures">{entry.address}</span>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sentence({ entry, names }: { entry: AuditEntry; names: ReadonlyMap<string, string> }) {
  const { data: model } = useContentModel();
  const { did, subject } = entryWords(entry, names, model);
  const address = addressOf(entry);
  return (
    <p className="audit-sentence" title={entry.role || undefined}>
      <strong>{entry.user_name || "Somebody"}</strong> <span className="audit-action">{did}</span>{" "}
      {address && subject ? (
        <Anchor component={Link} to={address}>
          {subject}
        </Anchor>
      ) : (
        <b>{subject}</b>
      )}
    </p>
  );
}

function Fields({ changes }: { changes: readonly string[] }) {
  const fields = fieldsOf(changes);
  return fields && <p className="audit-more">{fields}</p>;
}
