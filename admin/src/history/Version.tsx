import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { Place } from "@/api/history";
import type { HistoryEntry } from "@/api/types";
import { formatSecond } from "@/components/format";
import { useContentModel } from "@/model/model";
import { Comparison } from "./Comparison";
import { labelsOf } from "./differences";
import { didWhat, whoOf } from "./words";

interface Props {
  place: Place;
  entry: HistoryEntry;
  /** The newest first: that is how the document is now. */
  entries: readonly HistoryEntry[];
  busy: boolean;
  /** Without fields all of it. */
  onRestore: (from: HistoryEntry, fields: readonly string[]) => void;
}

/** One save: who did what, how it differs from another one, and the way back to it. */
export function Version({ place, entry, entries, busy, onRestore }: Props) {
  const { data: model } = useContentModel();
  const [comparing, setComparing] = useState(false);
  const region = useId();
  const current = entry.revision === entries[0]?.revision;
  const when = formatSecond(entry.at);
  return (
    <li className="version" aria-label={`${whoOf(entry)}, ${when}`} data-current={current || undefined}>
      <div className="version-head">
        <div className="row-main">
          <p className="version-what">
            <strong>{whoOf(entry)}</strong>{" "}
            {didWhat(entry, entries[entries.indexOf(entry) + 1], labelsOf(place, model))}
          </p>
          <p className="row-meta figures">
            <time dateTime={entry.at}>{when}</time>
            {current && (
              <span className="status" data-status="published">
                Now
              </span>
            )}
          </p>
        </div>
        <div className="row-actions">
          {entries.length > 1 && (
            <Button
              variant="default"
              size="xs"
              aria-label={`Compare ${when}`}
              aria-expanded={comparing}
              aria-controls={comparing ? region : undefined}
              onClick={() => setComparing(!comparing)}
            >
              Compare
            </Button>
          )}
          {!current && (
            <Button
              variant="default"
              size="xs"
              aria-label={`Restore ${when}`}
              loading={busy}
              onClick={() => onRestore(entry, [])}
            >
              Restore
            </Button>
          )}
        </div>
      </div>
      {comparing && (
        <section id={region} aria-label={`Differences, ${when}`}>
          <Comparison
            place={place}
            entry={entry}
            entries={entries}
            busy={busy}
            onRestore={(from, field) => onRestore(from, [field])}
          />
        </section>
      )}
    </li>
  );
}
