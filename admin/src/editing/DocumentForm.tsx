import { Button, Modal } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { FormError } from "@/ui/FormError";
import { formatMoment } from "@/ui/format";
import { Failure, Loading } from "@/ui/states";
import { DiscardButton } from "./DiscardButton";
import type { EditedDocument } from "./useDocument";

interface Props<S extends object, F extends object> {
  document: EditedDocument<S, F>;
  /** The form's name, where a screen has several. */
  name?: string;
  /** Names it as a part of a form around it, which saves it with others. */
  legend?: string;
  className?: string;
  /** What is wrong the server says, at the field. */
  noValidate?: boolean;
  /** What stands above the form. */
  above?: ReactNode;
  /** The controls. */
  children: ReactNode;
  /** The end of the form. */
  foot?: ReactNode;
  /** Says that a save failed, in place of the reason. */
  failure?: ReactNode;
  /** Told when the dialog of a conflict opens and closes, for the dialog that the form stands in. */
  onToggle?: (opened: boolean) => void;
}

/** The form of a document, with what there is to say about earlier versions of it. Ctrl+S saves. */
export function DocumentForm<S extends object, F extends object>(props: Props<S, F>) {
  const { document, name, legend, className = "stack", above, children, foot, onToggle } = props;
  const { what, submit, conflict, phase } = document;
  // Pressed while a save is under way: what was typed since is saved after it, if it succeeds.
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    if (!pressed || submit.busy) return;
    setPressed(false);
    if (document.changed && submit.cause === null && conflict === null) void submit.send({ stay: true });
  });
  if (phase === "loading") return <Loading label={`Loading the ${what}…`} />;
  if (document.loadError) {
    return <Failure title={`The ${what} could not be loaded`} error={document.loadError} onRetry={document.retry} />;
  }
  const error = props.failure ?? <FormError message={submit.error} />;
  if (legend !== undefined) {
    return (
      <fieldset ref={submit.form.ref} className="fields">
        <legend>{legend}</legend>
        <Notices document={document} />
        {children}
        {error}
        <ConflictDialog document={document} onToggle={onToggle} />
      </fieldset>
    );
  }
  return (
    <>
      {above}
      <Notices document={document} />
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
        {error}
        {foot}
      </form>
      <ConflictDialog document={document} onToggle={onToggle} />
    </>
  );
}

/** Says that there are earlier versions of a document on this device. */
function Notices<S extends object, F extends object>({ document }: Pick<Props<S, F>, "document">) {
  const { restored, stash } = document;
  return (
    <>
      {restored && (
        <div className="notice" role="status">
          <p>Unsaved changes from {formatMoment(restored.keptAt)} were restored from this device.</p>
          <DiscardButton
            size="xs"
            detail="The form goes back to what is saved."
            onDiscard={() => void document.giveUp(null)}
          >
            Discard them
          </DiscardButton>
        </div>
      )}
      {stash && (
        <div className="notice" role="status">
          <p>Your version from {formatMoment(stash.draft.keptAt)} is still on this device.</p>
          <div className="row-actions">
            <Button size="xs" variant="default" onClick={document.takeStash}>
              Use my version
            </Button>
            <DiscardButton
              size="xs"
              variant="subtle"
              detail="Your version is then deleted."
              onDiscard={document.forgetStash}
            >
              Discard it
            </DiscardButton>
          </div>
        </div>
      )}
    </>
  );
}

/** Two people saved the same document: shows both versions. The second one decides, and loses nothing before that. */
function ConflictDialog<S extends object, F extends object>({
  document,
  onToggle,
}: Pick<Props<S, F>, "document" | "onToggle">) {
  const { what, submit, conflict, wordsOf } = document;
  const opened = conflict !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes
  useEffect(() => onToggle?.(opened), [opened]);
  const plural = what.endsWith("s");
  const { by, at } = conflict?.theirs ?? {};
  const [theirs, mine] = conflict?.theirs ? [wordsOf(conflict.theirs.form), wordsOf(document.mine)] : [{}, {}];
  const parts = Object.keys(mine).filter((part) => mine[part] !== theirs[part]);
  return (
    <Modal
      opened={opened}
      onClose={document.dismissConflict}
      title={`Someone else saved ${plural ? "these" : "this"} ${what}`}
      size={parts.length > 0 ? "52rem" : "32rem"}
    >
      <p>
        {plural ? "They were" : "It was"} changed
        {by && ` by ${by}`}
        {at && ` at ${formatMoment(at)},`} after you started editing. Reload to continue from that version; yours stays
        on this device. Overwrite to replace it with yours.
      </p>
      {parts.length > 0 && (
        <table className="sides">
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col">Theirs</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {parts.map((part) => (
              <tr key={part}>
                <th scope="row">{part}</th>
                <td data-label="Theirs">
                  <Version words={theirs[part]} />
                </td>
                <td data-label="Yours">
                  <Version words={mine[part]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="actions">
        <Button variant="default" onClick={document.reload} data-autofocus>
          Reload
        </Button>
        <Button color="brick" onClick={() => submit.send({ ...conflict?.options, overwrite: true })}>
          {conflict?.options.as === "changes" ? "Publish yours" : "Overwrite"}
        </Button>
      </div>
    </Modal>
  );
}

function Version({ words }: { words: string | undefined }) {
  if (!words) return <span className="form-hint">Nothing</span>;
  return (
    <div className="side" dir="auto" tabIndex={words.length > 300 ? 0 : undefined}>
      {words}
    </div>
  );
}
