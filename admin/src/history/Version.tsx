import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { HistoryEntry } from "@/api/types";
import { useContentModel } from "@/model/model";
import type { Place } from "@/resources/history";
import { Comparison } from "./Comparison";
import { labelsOf } from "./differences";
import { RestoreButton } from "./RestoreButton";
import { didWhat, whenOf, whoOf } from "./words";

interface Props {
  place: Place;
  entry: HistoryEntry;
  entries: readonly HistoryEntry[];
  /** The newest: that is how the document is. */
  now: HistoryEntry;
}

/** One save: who did what, how it differs from another one, and the way back to it. */
export function Version({ place, entry, entries, now }: Props) {
  const { data: model } = useContentModel();
  const [comparing, setComparing] = useState(false);
  const region = useId();
  const current = entry === now;
  const when = whenOf(entry);
  return (
    <li className="version" data-save aria-label={`${whoOf(entry)}, ${when}`} data-current={current || undefined}>
      <div className="version-head">
        <div className="row-main">
          <p className="version-what">
            <strong>{whoOf(entry)}</strong>{" "}
            {didWhat(entry, entries[entries.indexOf(entry) + 1], labelsOf(place, model))}
          </p>
          <p className="row-meta figures">
            {entry.at ? <time dateTime={entry.at}>{when}</time> : when}
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
          {!current && <RestoreButton place={place} from={entry} now={now} what={when} variant="default" size="xs" />}
        </div>
      </div>
      {comparing && (
        <section id={region} aria-label={`Differences, ${when}`}>
          <Comparison place={place} entry={entry} entries={entries} now={now} />
        </section>
      )}
    </li>
  );
}
