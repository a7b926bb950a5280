import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { HistoryEntry } from "@/api/types";
import { useContentModel } from "@/model/model";
import { type Place, useVersions } from "@/resources/history";
import { Loaded } from "@/ui/Loaded";
import { Change } from "./Change";
import { differencesOf } from "./differences";
import { RestoreButton } from "./RestoreButton";
import { whenOf, whoOf } from "./words";

interface Props {
  place: Place;
  entry: HistoryEntry;
  entries: readonly HistoryEntry[];
  /** The newest: that is how the document is. */
  now: HistoryEntry;
}

/** What is different between one version and another: at first the present one, or the one before that. */
export function Comparison({ place, entry, entries, now }: Props) {
  const others = entries.filter(({ revision }) => revision !== entry.revision);
  // The newest of the others, whichever that is when something was restored, unless one was chosen.
  const [chosen, setChosen] = useState("");
  const other = others.find(({ revision }) => `${revision}` === chosen) ?? others[0] ?? entry;
  const [older, newer] = entry.revision < other.revision ? [entry, other] : [other, entry];
  const versions = useVersions(place, older.revision, newer.revision);
  const { data: model } = useContentModel();
  const called = (each: HistoryEntry) => (each === now ? "Now" : whenOf(each));
  // Restoring the present would change nothing.
  const source = entry === now ? other : entry;

  return (
    <>
      <div className="comparison-head">
        <NativeSelect
          label="Compare with"
          name="compare_with"
          size="xs"
          data={others.map((each, index) => ({
            value: index === 0 ? "" : `${each.revision}`,
            label: `${called(each)}, ${whoOf(each)}`,
          }))}
          value={other === others[0] ? "" : chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <p className="comparison-key figures">
          <span data-kind="del">Before: {called(older)}</span> <span data-kind="ins">After: {called(newer)}</span>
        </p>
      </div>
      <Loaded from={versions} failed="The versions could not be loaded">
        {([before, after]) => {
          const fields = differencesOf(place, before, after, model);
          if (fields.length === 0) return <p className="form-hint">Nothing that you edit here is different.</p>;
          return fields.map((field) => (
            <section key={field.name} className="changed-field" aria-label={field.label}>
              <header>
                <h4>{field.label}</h4>
                <RestoreButton
                  place={place}
                  from={source}
                  now={now}
                  fields={[field.name]}
                  what={`${field.label} of ${whenOf(source)}`}
                  variant="subtle"
                  size="compact-sm"
                />
              </header>
              {field.differences.map((difference) => (
                <Change key={difference.part ?? ""} difference={difference} />
              ))}
            </section>
          ));
        }}
      </Loaded>
    </>
  );
}
