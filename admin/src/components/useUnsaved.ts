import { useCallback, useState } from "react";
import { useSession } from "@/api/session";
import type { WorkingCopy } from "./documentKind";
import { type Aside, aWindow, type Draft, draftsOf } from "./drafts";
import { useLeaveGuard } from "./leaveGuard";
import type { Revised } from "./useConflict";
import { useDeviceDraft } from "./useDeviceDraft";
import { type HeldForm, keptOf } from "./useHeld";
import type { Working } from "./useWorkingCopy";

/** What the server lacks of a form, as this device keeps it, and one's own version that gave way to somebody else's. */
export function useUnsaved<S extends Revised, F extends object>(document: HeldForm<S, F>, working: Working<S, F>) {
  const { kind, id, held, now, revision, holds, setForm } = document;
  const { unkept: dirty, latestTheirs } = working;
  const { user } = useSession();
  const [here] = useState(aWindow);
  const [drafts] = useState(() => draftsOf(kind.what, user?.id ?? "", kind.empty));
  const [restored, setRestored] = useState<Draft<F> | null>(null);
  const [aside, setAside] = useState<Aside<F> | null>(null);
  const letGo = useLeaveGuard(dirty, {
    message: "Leave without saving? Your changes stay on this device until you come back.",
    cancel: kind.goOn,
    danger: false,
  });

  const own = useCallback(
    (): Draft<F> => ({
      form: now.current.form,
      revision: revision.current ?? null,
      copy: now.current.copy?.version,
      keptAt: new Date().toISOString(),
    }),
    [now, revision],
  );
  const keep = useCallback(() => {
    const { loading, form } = now.current;
    if (loading || kind.same(form, keptOf(now.current)) || holds.current !== id) return;
    // Whoever saved something else, another window of one's own too, goes on with the draft of this device.
    if (latestTheirs.current === undefined) drafts.keep(id, own());
    else drafts.keepAside(id, own(), here);
  }, [id, kind, drafts, own, now, holds, latestTheirs, here]);
  const drop = useCallback(() => {
    drafts.drop(id);
    drafts.dropOwnAside(id, here);
  }, [drafts, id, here]);
  useDeviceDraft({ form: held.form, dirty, loading: held.loading, keep, drop });

  /** The draft that a form goes on with which would begin as `kept`; null for none. */
  const find = useCallback(
    (kept: F, copy: WorkingCopy<F> | null) => {
      const draft = drafts.read(id);
      let unsaved = draft && !kind.same(draft.form, kept) ? draft : null;
      if (unsaved && copy && unsaved.copy !== copy.version) {
        // The server has got another one since: both versions stay.
        if (drafts.keepAside(id, unsaved)) drafts.drop(id);
        unsaved = null;
      }
      setAside(drafts.readAside(id));
      setRestored(unsaved);
      return unsaved;
    },
    [id, kind, drafts],
  );
  /** The draft goes; what the form holds is saved or given up. */
  const settle = () => {
    letGo();
    drop();
  };
  const forgetAside = () => {
    if (aside) drafts.dropAside(aside.name);
    setAside(drafts.readAside(id));
  };
  /** Puts one's own version back into the form, to be saved over what is there now; what was typed there gives way. */
  const takeAside = () => {
    if (!aside) return;
    if (dirty) drafts.keepAside(id, own());
    setForm(aside.draft.form);
    forgetAside();
  };
  return {
    restored,
    forgetRestored: () => setRestored(null),
    find,
    keep,
    settle,
    aside,
    putAside: () => drafts.keepAside(id, own()),
    takeAside,
    forgetAside,
  };
}

export type Unsaved<S extends Revised, F extends object> = ReturnType<typeof useUnsaved<S, F>>;
