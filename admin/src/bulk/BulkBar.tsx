import { Button, Checkbox } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { WhileHeld } from "@/publishing/WhileHeld";
import type { CollectionName } from "@/resources/collections";
import { type DeletedPlace, discard } from "@/resources/history";
import { type Question, useConfirm } from "@/ui/confirm";
import { toast } from "@/ui/toasts";
import { type Change, change, type Entry, type Failed, numbered, type Things, type Together } from "./run";
import type { Selection } from "./selection";
import "./bulk.css";

export interface BulkAction<T extends Entry> {
  label: string;
  change: Change<T> | Together<T>;
  /** It comes last, and in another colour. */
  danger?: boolean;
  /** Asked before it is done. */
  question?: (entries: readonly T[]) => Question;
}

export interface BulkProps<T extends Entry> {
  collection: Things;
  selection: Selection<T>;
  actions: readonly BulkAction<T>[];
  /** Actions that ask for something first. `act` does them, and resolves to whether none failed. */
  children?: (act: (action: BulkAction<T>) => Promise<boolean>, busy: boolean) => ReactNode;
}

/** The actions on the selected entries of a list. An entry whose action fails is named, and stays selected. */
export function BulkBar<T extends Entry>({ collection, selection, actions, children }: BulkProps<T>) {
  const { selected } = selection;
  const confirm = useConfirm();
  const [running, setRunning] = useState<string | null>(null);
  const [failed, setFailed] = useState<{ past: string; entries: Failed[] } | null>(null);
  const all = useRef<HTMLInputElement>(null);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const focusAll = () => all.current?.focus({ preventScroll: true });

  const act = async ({ label, change: made, question }: BulkAction<T>): Promise<boolean> => {
    if (running !== null || (question && !(await confirm(question(selected))))) return false;
    setRunning(label);
    setFailed(null);
    const entries =
      "together" in made ? await made.together(selected) : await change(collection as CollectionName, selected, made);
    // The list is not in sight any more, or empty.
    if (left.current) {
      for (const { title, reason } of entries) toast.error(`Not ${made.past}: “${title}”`, { detail: reason });
      return entries.length === 0;
    }
    setRunning(null);
    setFailed(entries.length > 0 ? { past: made.past, entries } : null);
    selection.deselect(selected.filter(({ id }) => !entries.some((entry) => entry.id === id)));
    // The button may be gone with the selection; one that opened a dialog was disabled.
    focusAll();
    return entries.length === 0;
  };

  const button = (action: BulkAction<T>) => (
    <Button
      key={action.label}
      variant="default"
      color={action.danger ? "brick" : undefined}
      size="xs"
      loading={running === action.label}
      disabled={running !== null && running !== action.label}
      onClick={() => act(action)}
    >
      {action.label}
    </Button>
  );
  return (
    <>
      <div className="bulk" data-active={selected.length > 0 || undefined}>
        <Checkbox
          ref={all}
          size="xs"
          label="Select all"
          checked={selection.all}
          indeterminate={selected.length > 0 && !selection.all}
          onChange={selection.toggleAll}
        />
        <span className="figures" role="status">
          {selected.length > 0 && `${selected.length} selected`}
        </span>
        {selected.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a line
          <div role="group" aria-label="With the selected" className="bulk-actions">
            {actions.filter(({ danger }) => !danger).map(button)}
            {children?.(act, running !== null)}
            {actions.filter(({ danger }) => danger).map(button)}
            <Button
              variant="subtle"
              size="xs"
              disabled={running !== null}
              onClick={() => {
                selection.deselect(selected);
                focusAll();
              }}
            >
              Clear
            </Button>
          </div>
        )}
      </div>
      {selected.length > 0 && typeof collection === "string" && <WhileHeld when="Changing what is on the site" />}
      {failed && (
        <div className="notice notice-failed" role="alert">
          <div>
            <p>
              <strong>
                {numbered(failed.entries.length, collection)} not {failed.past}:
              </strong>
            </p>
            <ul>
              {failed.entries.map(({ id, title, reason }) => (
                <li key={id}>
                  <bdi>“{title}”</bdi>: {reason}
                </li>
              ))}
            </ul>
          </div>
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              setFailed(null);
              focusAll();
            }}
          >
            Dismiss
          </Button>
        </div>
      )}
    </>
  );
}

/** Selects an entry; with Shift, all between it and the one that was selected before. */
export function SelectBox<T extends Entry>({ entry, selection }: { entry: T; selection: Selection<T> }) {
  return (
    <Checkbox
      size="xs"
      className="select-box"
      aria-label={`Select ${entry.title}`}
      checked={selection.has(entry.id)}
      // Else the text between is selected, too.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onChange={(event) => selection.toggle(entry.id, (event.nativeEvent as MouseEvent).shiftKey)}
    />
  );
}

/** Moves the selected to the trash, once that is confirmed; calls `onDeleted` for each. */
export function toTrash<T extends Entry>(
  collection: DeletedPlace["collection"],
  onDeleted?: (id: string) => void,
): BulkAction<T> {
  return {
    label: "Move to trash",
    danger: true,
    change: {
      past: "moved to the trash",
      run: async ({ id, revision }) => {
        const deleted = await discard({ collection, id }, revision);
        onDeleted?.(id);
        return deleted;
      },
    },
    question: (entries) => ({
      message: `Move ${numbered(entries.length, collection)} to the trash?`,
      detail: "Published ones leave the site at once. You can restore them from the trash.",
      confirm: "Move to trash",
    }),
  };
}
