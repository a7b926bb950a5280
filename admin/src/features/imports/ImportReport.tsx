import { Anchor, Progress } from "@mantine/core";
import { Fragment } from "react";
import type { Import } from "@/api/types";
import { FormError } from "@/ui/FormError";
import { Loaded } from "@/ui/Loaded";
import { useImport } from "./calls";
import { byItem, count, editAddress, outcome, SOURCES } from "./words";

/** How far an import is, and what became of each item. */
export function ImportReport({ id }: { id: string }) {
  return (
    <Loaded from={useImport(id)} failed="The report could not be loaded">
      {(report) => <Report report={report} />}
    </Loaded>
  );
}

function Report({ report }: { report: Import }) {
  const { file, source, state, total, done, created, skipped, warnings, error } = report;
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  return (
    <section className="import-report" aria-label={`Report of ${file}`}>
      <h3>
        {file} <span className="import-source">{SOURCES[source]}</span>
      </h3>
      {state === "running" && <Progress value={percent} aria-label="Import" transitionDuration={200} />}
      <p className="figures" role="status">
        {outcome(report)}
      </p>
      <FormError message={error === "" ? null : error} />
      <Notes title={count(skipped.length, "was skipped", "were skipped")} notes={skipped} />
      <Notes title={count(warnings.length, "warning", "warnings")} notes={warnings} />
      {created.length > 0 && (
        <details>
          <summary>{count(created.length, "was created", "were created")}</summary>
          <ul>
            {created.map((each) => (
              <li key={each.id}>
                <Anchor href={editAddress(each)}>{each.title}</Anchor> <span className="import-path">{each.path}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** What is said of items; what is said of the same item stands together. */
function Notes({ title, notes }: { title: string; notes: Import["skipped"] }) {
  if (notes.length === 0) return null;
  return (
    <details open={notes.length <= 20}>
      <summary>{title}</summary>
      <dl>
        {[...byItem(notes)].map(([item, reasons]) => (
          <Fragment key={item}>
            <dt>{item}</dt>
            {[...reasons].map((reason) => (
              <dd key={reason}>{reason}</dd>
            ))}
          </Fragment>
        ))}
      </dl>
    </details>
  );
}
