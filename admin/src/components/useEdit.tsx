import { hasStatus } from "@academy/shared/api/errors";
import { useRef, useState } from "react";
import { mutate } from "swr";
import { type Place, useRestored } from "@/api/history";
import type { Words } from "./ConflictDialog";
import { changedIn } from "./copies";
import { toast } from "./toasts";
import { useSubmit } from "./useSubmit";
import { useVersions } from "./useVersions";
import { writeOver } from "./writeOver";

/** `S` is how a document is stored, `F` how it stands in its form, and `P` what a save writes of it. */
interface Options<S extends { revision?: number }, F extends object, P extends object> {
  /** "programme". */
  what: string;
  place: Place;
  /** How it is stored, as far as that is known here. */
  stored: S;
  formOf: (stored: S) => F;
  payloadOf: (form: F) => P;
  /** What is put side by side, by what it is called. */
  wordsOf: (payload: P) => Words;
  /** Fails with status 412, and what is stored by now as `current`, when it is no longer at `revision`. */
  write: (changes: Partial<P>, revision: number | undefined) => Promise<S>;
  /** It is saved, as it was where nothing was changed; `stays` when somebody has typed since, which is not. */
  onSaved: (saved: S, changes: Partial<P>, stays: boolean) => void;
  /** What is told when saving fails. */
  failed: string;
  onToggle?: (opened: boolean) => void;
}

/**
 * The form of a document that a list shows. Only what somebody has typed is saved, over what it was typed over: of what
 * two people change at once only the same fields are in conflict.
 */
export function useEdit<S extends { revision?: number }, F extends object, P extends object>(
  options: Options<S, F, P>,
) {
  const { what, place, stored, formOf, payloadOf, wordsOf, write, onSaved, failed, onToggle } = options;
  const [begun, setBegun] = useState(stored);
  const [typed, showTyped] = useState<Partial<F>>({});
  const latest = useRef(typed);
  const setTyped = (next: Partial<F>) => {
    latest.current = next;
    showTyped(next);
  };
  const [restored, setRestored] = useState(false);
  const versions = useVersions<Partial<F>>({
    what,
    id: place.id,
    onTake: (changes) => setTyped({ ...latest.current, ...changes }),
    onToggle,
  });
  useRestored(place.collection, (which) => {
    if (which !== place.id) return;
    setRestored(true);
    if (Object.keys(typed).length > 0) toast.info("What you have typed and not saved stays in the form");
  });
  // The list has it when this is drawn next.
  if (restored) {
    setRestored(false);
    setBegun(stored);
  }
  const form: F = { ...formOf(begun), ...typed };
  const written = (document: S) => payloadOf(formOf(document));

  const submit = useSubmit<{ over: S }>(
    async ({ over } = { over: begun }) => {
      const changes = changedIn(payloadOf(form), written(begun));
      if (Object.keys(changes).length === 0) return onSaved(begun, changes, false);
      const now = ({ problem }: { problem: { current?: unknown } | null }) => problem?.current as S | undefined;
      try {
        const saved = await writeOver({ formOf: written, write, now }, changes, over, over.revision);
        const stays = latest.current !== typed;
        if (stays) {
          const since = { ...formOf(begun), ...latest.current };
          setBegun(saved);
          setTyped(changedIn(since, form));
        }
        onSaved(saved, changes, stays);
      } catch (error) {
        const theirs = hasStatus(error, 412) && (error.problem?.current as S | undefined);
        if (!theirs) throw error;
        await versions.meet({
          place,
          theirs: wordsOf(written(theirs)),
          mine: wordsOf({ ...written(theirs), ...changes }),
          changes: typed,
          reload: () => {
            setBegun(theirs);
            setTyped({});
            // The list behind the form shows what it was.
            void mutate(() => true);
          },
          overwrite: () => submit.send({ over: theirs }),
        });
      }
    },
    { failed },
  );
  return {
    form,
    setForm: (next: F) => setTyped(changedIn(next, formOf(begun))),
    submit,
    notice: versions.notice,
    dialog: versions.dialog,
  };
}
