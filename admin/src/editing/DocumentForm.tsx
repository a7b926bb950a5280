import { type ReactNode, useEffect, useState } from "react";
import { FormError } from "@/ui/FormError";
import { formatMoment } from "@/ui/format";
import { Failure, Loading } from "@/ui/states";
import { AsideNotice } from "./AsideNotice";
import { ConflictDialog } from "./ConflictDialog";
import { DiscardButton } from "./DiscardButton";
import type { EditedDocument } from "./useDocument";

interface Props<S extends object, F extends object> {
  document: EditedDocument<S, F>;
  /** The form's name, where a screen has several. */
  name?: string;
  className?: string;
  /** What is wrong the server says, at the field. */
  noValidate?: boolean;
  /** What stands above the form. */
  above?: ReactNode;
  /** The controls. */
  children: ReactNode;
  /** The end of the form. */
  foot: ReactNode;
  /** Says that a save failed, in place of the reason. */
  failure?: ReactNode;
  /** Told when the dialog of a conflict opens and closes, for the dialog that the form stands in. */
  onToggle?: (opened: boolean) => void;
}

/** The form of a document, with what there is to say about earlier versions of it. Ctrl+S saves. */
export function DocumentForm<S extends object, F extends object>(props: Props<S, F>) {
  const { document, name, className = "stack", above, children, foot, onToggle } = props;
  const { what, submit, conflict } = document;
  // Pressed while a save is under way: what was typed since is saved after it, if it succeeds.
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    if (!pressed || submit.busy) return;
    setPressed(false);
    if (document.changed && submit.cause === null && conflict === null) void submit.send({ stay: true });
  });
  if (document.loading) return <Loading label={`Loading the ${what}…`} />;
  if (document.loadError) {
    return <Failure title={`The ${what} could not be loaded`} error={document.loadError} onRetry={document.retry} />;
  }
  return (
    <>
      {above}
      <DocumentNotices document={document} />
      <form
        className={className}
        aria-label={name}
        noValidate={props.noValidate}
        {...submit.form}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
          event.preventDefault();
          // Not of a dialog that the form has opened.
          if (!event.currentTarget.contains(event.target as Node)) return;
          if (!event.currentTarget.noValidate && !event.currentTarget.reportValidity()) return;
          if (submit.busy) setPressed(true);
          else void submit.send({ stay: true });
        }}
      >
        {children}
        {props.failure ?? <FormError message={submit.error} />}
        {foot}
      </form>
      <DocumentConflict document={document} onToggle={onToggle} />
    </>
  );
}

/** Says that there are earlier versions of a document on this device. */
export function DocumentNotices<S extends object, F extends object>({ document }: Pick<Props<S, F>, "document">) {
  const { restored, aside } = document;
  return (
    <>
      {restored && (
        <div className="notice" role="status">
          <p>Unsaved changes from {formatMoment(restored.keptAt)} were restored from this device.</p>
          <DiscardButton size="xs" detail="The form goes back to what is saved." onDiscard={document.discard}>
            Discard them
          </DiscardButton>
        </div>
      )}
      <AsideNotice keptAt={aside?.draft.keptAt} onTake={document.takeAside} onForget={document.forgetAside} />
    </>
  );
}

/** Shows somebody else's version beside one's own, when both have saved. */
export function DocumentConflict<S extends object, F extends object>({
  document,
  onToggle,
}: Pick<Props<S, F>, "document" | "onToggle">) {
  const { what, submit, conflict, wordsOf } = document;
  const conflicted = conflict !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes
  useEffect(() => onToggle?.(conflicted), [conflicted]);
  return (
    <ConflictDialog
      what={what}
      opened={conflict !== null}
      at={conflict?.theirs?.at}
      by={conflict?.theirs?.by}
      versions={
        (wordsOf && conflict?.theirs && { theirs: wordsOf(conflict.theirs.form), mine: wordsOf(document.mine) }) || null
      }
      overwrite={conflict?.options.as === "changes" ? "Publish yours" : "Overwrite"}
      onReload={document.reload}
      onOverwrite={() => submit.send({ ...conflict?.options, overwrite: true })}
      onClose={document.dismissConflict}
    />
  );
}
