import { hasStatus, messageOf } from "@academy/shared/api/errors";
import { useCallback, useEffect, useRef, useState } from "react";
import { useSession } from "@/api/session";
import type { Article } from "@/api/types";
import { type Draft, draftsOf } from "@/components/drafts";
import { toast } from "@/components/toasts";
import { createArticle, fetchArticle, updateArticle } from "./calls";
import { isPublic } from "./dates";
import { type ArticleForm, EMPTY, formOf, payloadOf, sameForm } from "./form";
import { useUploads } from "./useUploads";

const KEEP_AFTER = 400;

/** Someone else's version, met while saving over it. */
export interface Conflict {
  theirs: Article;
  /** What was asked for. */
  options: SaveOptions;
}

interface SaveOptions {
  /** Whatever is stored now. */
  overwrite?: boolean;
  /** The article stays in the form. */
  stay?: boolean;
}

/** Saved or given up: on to another article, or to a new one for null. `stay`: it is in the form already. */
export type OnDone = (next: string | null, options?: { stay?: boolean; replace?: boolean }) => void;

/**
 * The article being written: a new one for `id` null. What is typed is kept on
 * this device until it is saved; nothing is lost to a closed window, an ended
 * session or somebody else's edit.
 */
export function useArticleEditor(id: string | null, onDone: OnDone) {
  const { user } = useSession();
  const [drafts] = useState(() => draftsOf("article", user?.id ?? "", EMPTY));
  const [form, setForm] = useState<ArticleForm>(EMPTY);
  const [base, setBase] = useState<ArticleForm>(EMPTY);
  const [article, setArticle] = useState<Article | null>(null);
  const [restored, setRestored] = useState<Draft<ArticleForm> | null>(null);
  const [aside, setAside] = useState<Draft<ArticleForm> | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [loadError, setLoadError] = useState<unknown>(null);
  const [loading, setLoading] = useState(id !== null);
  const [saving, setSaving] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [reason, setReason] = useState<string | null>(null);
  const revision = useRef<number | undefined>(undefined);
  const done = useRef(onDone);
  done.current = onDone;
  const uploads = useUploads();
  const { forgetAll } = uploads;
  /** The article that the form holds, null for a new one: a new one that is saved and stays gets its id later. */
  const held = useRef<string | null | undefined>(undefined);
  // A second press comes before the button is drawn as busy.
  const busy = useRef(false);
  const dirty = !loading && !sameForm(form, base);

  const begin = useCallback(
    (stored: Article | null) => {
      const clean = stored ? formOf(stored) : EMPTY;
      const draft = drafts.read(id);
      const unsaved = draft && !sameForm(draft.form, clean) ? draft : null;
      held.current = id;
      revision.current = unsaved?.revision ?? stored?.revision;
      forgetAll();
      setAside(drafts.readAside(id));
      setArticle(stored);
      setBase(clean);
      setForm(unsaved?.form ?? clean);
      setRestored(unsaved);
      setErrors({});
      setReason(null);
      setConflict(null);
      setLoading(false);
    },
    [id, drafts, forgetAll],
  );

  const load = useCallback(async () => {
    setLoadError(null);
    if (id === null) return begin(null);
    setLoading(true);
    try {
      const stored = await fetchArticle(id);
      // Links name an article by its slug where only its page is known.
      if (stored.id === id) begin(stored);
      else done.current(stored.id, { replace: true });
    } catch (error) {
      setLoadError(error);
      setLoading(false);
    }
  }, [id, begin]);

  useEffect(() => {
    if (held.current !== id) void load();
  }, [id, load]);

  const latest = useRef({ form, dirty });
  latest.current = { form, dirty };
  const keep = useCallback(() => {
    if (!latest.current.dirty || held.current !== id) return;
    drafts.keep(id, {
      form: latest.current.form,
      revision: revision.current ?? null,
      keptAt: new Date().toISOString(),
    });
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

  const store = async (expected: number | undefined) => {
    const payload = payloadOf(form);
    if (id === null) return createArticle(payload);
    return updateArticle(id, payload, expected);
  };

  /** What was typed while the answer was awaited is an edit of the article as it is stored now. */
  const finish = (stored: Article) => {
    const typedMeanwhile = !sameForm(latest.current.form, form);
    const typed = { form: latest.current.form, revision: stored.revision ?? null, keptAt: new Date().toISOString() };
    latest.current.dirty = false;
    drafts.drop(id);
    if (typedMeanwhile) drafts.keep(stored.id, typed);
    // Also where the form is about to close: it may be asked for again before it has.
    begin(id === null ? null : stored);
    if (id === null || !typedMeanwhile) onDone(typedMeanwhile ? stored.id : null);
  };

  /** The form stays as it is; what was typed while the answer was awaited is unsaved. */
  const goOn = (stored: Article) => {
    latest.current.dirty = false;
    drafts.drop(id);
    held.current = stored.id;
    revision.current = stored.revision;
    setArticle(stored);
    setBase(form);
    setRestored(null);
    if (id === null) onDone(stored.id, { stay: true });
  };

  const save = async (options: SaveOptions = {}) => {
    if (busy.current || uploads.pending > 0) return;
    busy.current = true;
    setSaving(true);
    setErrors({});
    setReason(null);
    try {
      const stored = await store(options.overwrite ? undefined : revision.current);
      setConflict(null);
      toast.success(
        id === null ? "Article created successfully" : "Article updated successfully",
        isPublic(stored) ? { link: { href: `/blog/${stored.slug}`, label: "View it" } } : undefined,
      );
      if (options.stay) goOn(stored);
      else finish(stored);
    } catch (error) {
      keep();
      if (hasStatus(error, 412)) setConflict({ theirs: error.problem?.current as Article, options });
      else {
        const refused = hasStatus(error, 422) ? error.fieldErrors() : {};
        setErrors(refused);
        if (!Object.keys(refused).some((field) => field in EMPTY)) setReason(messageOf(error));
        toast.failure(id === null ? "Failed to create article" : "Failed to update article", error);
      }
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };

  const discard = () => {
    latest.current.dirty = false;
    drafts.drop(id);
    setForm(base);
    setRestored(null);
    revision.current = article?.revision;
  };

  const ownVersion = (): Draft<ArticleForm> => ({
    form,
    revision: revision.current ?? null,
    keptAt: new Date().toISOString(),
  });

  /** Takes the other version into the form; one's own stays at hand. */
  const reload = async () => {
    if (id === null) return;
    const own = ownVersion();
    drafts.keepAside(id, own);
    setAside(own);
    latest.current.dirty = false;
    drafts.drop(id);
    setConflict(null);
    await load();
  };

  /** Puts one's own version back into the form, to be saved over what is there now. */
  const takeAside = () => {
    if (id === null || !aside) return;
    setForm(aside.form);
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
    article,
    uploads,
    dirty,
    restored,
    aside,
    takeAside,
    forgetAside,
    conflict,
    loading,
    loadError,
    saving,
    errors,
    reason,
    save,
    discard,
    reload,
    retry: load,
    dismissConflict: () => setConflict(null),
  };
}
