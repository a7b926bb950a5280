import { useState } from "react";
import { fetchHistory, type Place } from "@/api/history";
import { useSession } from "@/api/session";
import { AsideNotice } from "./AsideNotice";
import { ConflictDialog, type Words } from "./ConflictDialog";
import { draftsOf } from "./drafts";

/** Two versions of a document, one's own and the one that somebody else has saved meanwhile. */
interface Versions<C> {
  /** Where the history of theirs is. */
  place: Place;
  theirs: Words;
  mine: Words;
  /** What one's own version changes. */
  changes: C;
  /** Goes on with theirs. */
  reload: () => void;
  /** Lays one's own changes over theirs. */
  overwrite: () => void;
}

interface Options<C> {
  /** "programme". */
  what: string;
  /** Names the form among those of its kind, on this device. */
  id: string;
  /** Lays changes over what the form holds that gave way to somebody else's. */
  onTake: (changes: C) => void;
  /** Told when the dialog opens and closes, for the dialog that the form stands in. */
  onToggle?: (opened: boolean) => void;
}

/**
 * For a form that writes only what it changes: what there is to decide where somebody else has changed the same. One's
 * own changes stay on this device when they give way, and `notice` offers them.
 */
export function useVersions<C extends object>({ what, id, onTake, onToggle }: Options<C>) {
  const { user } = useSession();
  const [drafts] = useState(() => draftsOf<Partial<C>>(what, user?.id ?? "", {}));
  const [aside, setAside] = useState(() => drafts.readAside(id));
  const [met, setMet] = useState<(Versions<C> & { at?: string; by?: string }) | null>(null);
  const show = (next: typeof met) => {
    setMet(next);
    onToggle?.(next !== null);
  };

  /** Shows both. */
  const meet = async (versions: Versions<C>) => {
    const saves = await fetchHistory(versions.place, 1).catch(() => null);
    const [last] = saves?.items ?? [];
    show({ ...versions, at: last?.at ?? undefined, by: last?.by?.name });
  };
  const reload = () => {
    if (!met) return;
    drafts.keepAside(id, { form: met.changes, revision: null, keptAt: new Date().toISOString() });
    setAside(drafts.readAside(id));
    show(null);
    met.reload();
  };
  const forget = () => {
    if (aside) drafts.dropAside(aside.name);
    setAside(drafts.readAside(id));
  };
  const notice = (
    <AsideNotice
      keptAt={aside?.draft.keptAt}
      onTake={() => {
        if (aside) onTake(aside.draft.form as C);
        forget();
      }}
      onForget={forget}
    />
  );
  const dialog = (
    <ConflictDialog
      what={what}
      opened={met !== null}
      at={met?.at}
      by={met?.by}
      versions={met}
      overwrite="Overwrite"
      onReload={reload}
      onOverwrite={() => {
        show(null);
        met?.overwrite();
      }}
      onClose={() => show(null)}
    />
  );
  return { meet, notice, dialog };
}
