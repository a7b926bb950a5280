import { Button } from "@mantine/core";
import { useRef } from "react";
import { removeFromList } from "@/api/lists";
import { formatDay } from "@/ui/format";
import { type Outcome, useAction } from "@/ui/useAction";

interface ButtonProps {
  id: string;
  /** Tells it from the others of its list. */
  name: string;
  /** Asks, deletes, and tells how it went. */
  remove: (id: string) => Promise<Outcome>;
  label?: string;
  /** Whether nothing is lost by it. */
  harmless?: boolean;
  /** Whether it is under way. */
  busy?: boolean;
  /** Whether something else is done with the entry at the moment. */
  waits?: boolean;
}

/** Deletes the entry, an element with `data-entry`, that it stands in. The keyboard goes on at the next one. */
export function DeleteButton({ id, name, remove, label = "Delete", harmless = false, busy, waits }: ButtonProps) {
  // A second press comes before the button is drawn as busy.
  const running = useRef(false);
  return (
    <Button
      variant={harmless ? "default" : "subtle"}
      color={harmless ? undefined : "brick"}
      size="xs"
      data-delete={id}
      aria-label={`${label} ${name}`}
      loading={busy}
      disabled={waits}
      onClick={async (event) => {
        if (running.current) return;
        const entry = event.currentTarget.closest("[data-entry]");
        const dialog = entry?.closest<HTMLElement>("[role=dialog]") ?? null;
        const near = [entry?.nextElementSibling, entry?.previousElementSibling];
        const neighbours = near.flatMap((other) => other?.getAttribute("data-entry") ?? []);
        running.current = true;
        const answer = await remove(id).finally(() => {
          running.current = false;
        });
        if (answer !== "cancelled") focusOne(answer === "done" ? neighbours : [id], entry, dialog);
      }}
    >
      {label}
    </Button>
  );
}

interface EntryProps {
  /** The list that has the entry. */
  list: string;
  id: string;
  /** What it is, such as "enrollment". */
  what: string;
  /** Tells it from the others, as in "enrollment of Asha Rao". */
  name: string;
  created_at: string;
  call: (id: string) => Promise<unknown>;
}

/** Deletes what somebody left, an entry of a list, after a question that names it. */
export function DeleteEntry({ id, ...entry }: EntryProps) {
  return <DeleteButton id={id} name={entry.name} remove={useDeletion(entry)} />;
}

/** Asks, deletes, and tells how it went. */
export function useDeletion({ list, what, name, created_at, call }: Omit<EntryProps, "id">) {
  const { act } = useAction();
  return (id: string) =>
    act({
      question: { message: `Delete the ${name} from ${formatDay(created_at)}?`, confirm: "Delete" },
      run: () => removeFromList(list, id, call(id)),
      done: `${what.charAt(0).toUpperCase()}${what.slice(1)} deleted`,
      failed: `Failed to delete ${what}`,
    });
}

/** The button that had the focus is gone or going; unless somebody has moved on, the first of these gets it. */
function focusOne(ids: readonly string[], gone: Element | null, dialog: HTMLElement | null) {
  const at = document.activeElement;
  // The question may still be fading out, and the entry still be there.
  if (at && at !== document.body && !at.closest("[role=dialog]") && !gone?.contains(at)) return;
  const target = ids
    .map((id) => document.querySelector<HTMLElement>(`[data-delete="${CSS.escape(id)}"]`))
    .find((button) => button !== null);
  (target ?? dialog ?? document.getElementById("tab-panel"))?.focus();
}
