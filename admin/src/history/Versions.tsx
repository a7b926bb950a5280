import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useMay } from "@/api/session";
import { WhileHeld } from "@/publishing/WhileHeld";
import { forgetHistory, type NamedPlace, type Place, useHistory } from "@/resources/history";
import { Loaded } from "@/ui/Loaded";
import { Empty } from "@/ui/states";
import { useAction } from "@/ui/useAction";
import "./history.css";
import { Version } from "./Version";

/** How many more saves are shown at a time, and the most that the API lists. */
const MORE = 20;
const MOST = 1000;

/** The saves of the documents of a form. */
export function Versions({ documents }: { documents: readonly NamedPlace[] }) {
  const [chosen, setChosen] = useState(0);
  const document = documents[chosen];
  if (!document) return null;
  return (
    <>
      {documents.length > 1 ? (
        <NativeSelect
          label="Of"
          name="history_of"
          maw="24rem"
          mb="md"
          data={documents.map(({ name }, index) => ({ value: `${index}`, label: name }))}
          value={`${chosen}`}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      ) : (
        <p className="history-of" dir="auto">
          {document.name}
        </p>
      )}
      <VersionList key={`${document.collection}/${document.id}`} place={document} />
    </>
  );
}

function VersionList({ place }: { place: Place }) {
  const [count, setCount] = useState(MORE);
  const history = useHistory(place, count);
  const may = useMay();
  const { act } = useAction();

  const forget = () =>
    act({
      question: {
        message: "Delete all earlier versions?",
        detail: "This cannot be undone. The current version stays.",
        confirm: "Delete",
      },
      run: async () => {
        await forgetHistory(place);
        await history.mutate();
      },
      done: "Earlier versions deleted",
      failed: "Failed to delete the earlier versions",
    });

  return (
    <Loaded from={history} failed="The history could not be loaded">
      {({ items, total }) => {
        const [now] = items;
        if (!now?.at) return <Empty title="No changes yet">Each save appears here, with its author.</Empty>;
        return (
          <>
            <WhileHeld when="Restoring a version" />
            <ol className="versions" aria-label="Versions">
              {items.map((entry) => (
                <Version key={entry.revision} place={place} entry={entry} entries={items} now={now} />
              ))}
            </ol>
            <div className="versions-foot">
              {total > items.length && count < MOST && (
                <Button variant="default" size="sm" onClick={() => setCount(count + MORE)}>
                  Show older
                </Button>
              )}
              <p className="form-hint figures" role="status">
                {items.length < total ? `${items.length} of ${total} saves` : total === 1 ? "1 save" : `${total} saves`}
              </p>
              {may("content:erase") && total > 1 && (
                <Button variant="subtle" color="brick" size="sm" className="versions-forget" onClick={forget}>
                  Delete earlier versions
                </Button>
              )}
            </div>
          </>
        );
      }}
    </Loaded>
  );
}
