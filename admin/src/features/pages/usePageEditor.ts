import { hasStatus, messageOf } from "@academy/shared/api/errors";
import { useCallback, useEffect, useRef, useState } from "react";
import { useSession } from "@/api/session";
import type { Page } from "@/api/types";
import { type Draft, draftsOf } from "@/components/drafts";
import { toast } from "@/components/toasts";
import { fetchPage, savePage } from "./calls";
import { EMPTY, formOf, type PageForm, payloadOf, sameForm } from "./form";

const KEEP_AFTER = 400;

/**
 * The page being made or changed: a new one for `id` null. What is typed is kept on this device until it is saved.
 * `onSaved` is told the id of a page that was new.
 */
export function usePageEditor(id: string | null, onSaved: (id: string) => void) {
  const { user } = useSession();
  const [drafts] = useState(() => draftsOf<PageForm>("page", user?.id ?? "", EMPTY));
  const [page, setPage] = useState<Page | null>(null);
  const [base, setBase] = useState<PageForm>(EMPTY);
  const [form, setForm] = useState<PageForm>(EMPTY);
  const [restored, setRestored] = useState<Draft<PageForm> | null>(null);
  const [aside, setAside] = useState<Draft<PageForm> | null>(null);
  const [conflict, setConflict] = useState<{ theirs: Page | undefined } | null>(null);
  const [loading, setLoading] = useState(id !== null);
  const [loadError, setLoadError] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [reason, setReason] = useState<string | null>(null);
  const revision = useRef<number | undefined>(undefined);
  // A second press comes before the button is drawn as busy.
  const busy = useRef(false);
  const dirty = !loading && !sameForm(form, base);
  const latest = useRef({ form, dirty });
  latest.current = { form, dirty };

  const begin = useCallback(
    (stored: Page | null) => {
      const clean = stored ? formOf(stored) : EMPTY;
      const draft = drafts.read(id);
      const unsaved = draft && !sameForm(draft.form, clean) ? draft : null;
      revision.current = unsaved?.revision ?? stored?.revision;
      setPage(stored);
      setBase(clean);
      setForm(unsaved?.form ?? clean);
      setRestored(unsaved);
      setAside(drafts.readAside(id));
      setErrors({});
      setReason(null);
      setConflict(null);
      setLoading(false);
    },
    [id, drafts],
  );
  const load = useCallback(async () => {
    setLoadError(null);
    if (id === null) return begin(null);
    setLoading(true);
    try {
      begin(await fetchPage(id));
    } catch (error) {
      setLoadError(error);
      setLoading(false);
    }
  }, [id, begin]);
  useEffect(() => void load(), [load]);

  const keep = useCallback(() => {
    if (!latest.current.dirty) return;
    const keptAt = new Date().toISOString();
    drafts.keep(id, { form: latest.current.form, revision: revision.current ?? null, keptAt });
  }, [id, drafts]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every keystroke starts the wait anew
  useEffect(() => {
    if (loading) return;
    if (!dirty) return drafts.drop(id);
    const timer = setTimeout(keep, KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [form, dirty, loading, id, drafts, keep]);
  useEffect(() => {
    // Closing a window or a phone's app switcher gives no time to wait.
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [keep]);

  const discard = () => {
    latest.current.dirty = false;
    drafts.drop(id);
    setForm(base);
    setRestored(null);
    setErrors({});
    revision.current = page?.revision;
  };

  const save = async ({ overwrite = false } = {}) => {
    if (busy.current) return;
    busy.current = true;
    setSaving(true);
    setErrors({});
    setReason(null);
    try {
      const stored = await savePage(id, payloadOf(form), overwrite ? undefined : revision.current);
      latest.current.dirty = false;
      drafts.drop(id);
      toast.success("Page saved", isPublic(stored) ? { link: { href: stored.path, label: "View it" } } : undefined);
      if (id === null) return onSaved(stored.id);
      revision.current = stored.revision;
      setPage(stored);
      // What was typed while the answer was awaited is an edit of the page as it is stored now.
      if (sameForm(latest.current.form, form)) setForm(formOf(stored));
      setBase(formOf(stored));
      setRestored(null);
      setConflict(null);
    } catch (error) {
      keep();
      if (hasStatus(error, 412)) setConflict({ theirs: error.problem?.current as Page | undefined });
      else {
        const refused = hasStatus(error, 422) ? error.fieldErrors() : {};
        setErrors(refused);
        setReason(messageOf(error));
        toast.failure("Failed to save page", error);
      }
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };

  /** Takes the other version into the form; one's own stays at hand. */
  const reload = () => {
    if (id === null) return;
    drafts.keepAside(id, { form, revision: revision.current ?? null, keptAt: new Date().toISOString() });
    latest.current.dirty = false;
    drafts.drop(id);
    void load();
  };

  /** Puts one's own version back into the form, to be saved over what is there now. */
  const takeAside = () => {
    if (aside) setForm(aside.form);
    forgetAside();
  };

  const forgetAside = () => {
    if (id !== null) drafts.dropAside(id);
    setAside(null);
  };

  return {
    isDirty: useCallback(() => latest.current.dirty, []),
    form,
    setForm,
    page,
    dirty,
    restored,
    aside,
    takeAside,
    forgetAside,
    conflict,
    dismissConflict: () => setConflict(null),
    loading,
    loadError,
    retry: load,
    saving,
    errors,
    reason,
    save,
    discard,
    reload,
  };
}

/** Whether visitors see the page now. */
export function isPublic({
  status,
  publish_date,
  unpublish_date,
}: Pick<Page, "status" | "publish_date" | "unpublish_date">) {
  const now = new Date();
  return (
    status === "published" &&
    (!publish_date || new Date(publish_date) <= now) &&
    (!unpublish_date || new Date(unpublish_date) > now)
  );
}
