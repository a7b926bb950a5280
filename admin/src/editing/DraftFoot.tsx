import { Button } from "@mantine/core";
import { type ComponentProps, useState } from "react";
import { useMay } from "@/api/session";
import { formatComing, formatMoment } from "@/ui/format";
import { useAction } from "@/ui/useAction";
import { FormFoot } from "./FormFoot";
import { fieldsOf } from "./fieldWords";
import { ScheduleDialog } from "./ScheduleDialog";
import type { EditedDocument } from "./useDocument";
import "./draft.css";

interface Props<S extends object, F extends object> extends Omit<ComponentProps<typeof FormFoot>, "document"> {
  document: EditedDocument<S, F>;
}

/** The end of the form of a document that has a working copy: what is to become of the changes that are saved there. */
export function DraftFoot<S extends object, F extends object>({ document, children, ...foot }: Props<S, F>) {
  const { submit } = document;
  return (
    <div className="draft-foot">
      <Unpublished document={document} />
      <FormFoot {...foot} document={{ ...document, giveUp: undefined }}>
        <Button variant="default" disabled={submit.busy} onClick={() => submit.send({ as: "draft", stay: true })}>
          Save draft
        </Button>
        {children}
      </FormFoot>
    </div>
  );
}

/** What there is to do with changes that are not published. */
function Unpublished<S extends object, F extends object>({ document }: { document: EditedDocument<S, F> }) {
  const { what, stored, copy, otherCopy, submit } = document;
  const [scheduling, setScheduling] = useState(false);
  const { act, busy } = useAction();
  const publisher = useMay()("content:publish");
  if (otherCopy !== undefined) {
    return (
      <div className="unpublished" role="alert">
        <p>
          <strong>
            {stored
              ? `Someone else ${otherCopy ? "saved other" : "published or discarded the"} changes of this ${what}.`
              : `You ${otherCopy ? "wrote another version of" : "created or discarded"} this ${what} in another window.`}
          </strong>{" "}
          Yours are kept on this device only.
        </p>
        <Button size="xs" variant="default" onClick={() => document.compare()}>
          Compare
        </Button>
      </div>
    );
  }
  if (!copy) return null;
  const changed = stored ? fieldsOf(copy.changedSince) : "";
  const discard = () =>
    act({
      question: {
        message: stored ? "Discard unpublished changes?" : `Discard this ${what}?`,
        detail: stored ? `The ${what} stays as it is stored.` : "It was never created.",
        confirm: "Discard changes",
        cancel: "Keep changes",
      },
      run: document.discardCopy,
      done: "Changes discarded",
      failed: "Failed to discard changes",
    });
  return (
    <div className="unpublished">
      <p>
        <strong>Unpublished changes</strong>{" "}
        <span>
          saved {formatMoment(copy.savedAt)}
          {copy.savedBy && ` by ${copy.savedBy}`}
          {copy.publishAt && !copy.refused && !changed && `, will be published ${formatComing(copy.publishAt)}`}
        </span>
      </p>
      {copy.publishAt && !copy.refused && changed && (
        <p className="unpublished-refused">
          Nothing will be published {formatComing(copy.publishAt)}: somebody else has changed the same fields since,{" "}
          {changed}.
        </p>
      )}
      {copy.refused && <p className="unpublished-refused">Not published when due: {copy.refused}</p>}
      <div className="row-actions">
        {stored && publisher && (
          <>
            <Button size="xs" variant="default" loading={submit.busy} onClick={() => submit.send({ as: "changes" })}>
              Publish changes
            </Button>
            {changed && (
              <Button size="xs" variant="default" onClick={() => document.compare({ as: "changes" })}>
                Compare
              </Button>
            )}
            <Button size="xs" variant="default" aria-haspopup="dialog" onClick={() => setScheduling(true)}>
              Schedule
            </Button>
          </>
        )}
        <Button size="xs" variant="default" loading={busy} onClick={discard}>
          Discard changes
        </Button>
      </div>
      <ScheduleDialog
        opened={scheduling}
        publishAt={copy.publishAt}
        onSchedule={document.schedule}
        onClose={() => setScheduling(false)}
      />
    </div>
  );
}
