import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from "react";
import type { DocumentKind, WorkingCopy } from "./documentKind";

/** A form, and what the server has of it. */
export interface Held<S, F> {
  form: F;
  stored: S | null;
  /** The form of what is stored. */
  base: F;
  copy: WorkingCopy<F> | null;
  loading: boolean;
}

/** What a form begins with: the document, with the changes of it that are not published. */
export const keptOf = <S, F>({ base, copy }: Pick<Held<S, F>, "base" | "copy">): F => copy?.form ?? base;

/** What is known of a document that is edited: a new one for `id` null. */
export function useHeld<S, F extends object>(kind: DocumentKind<S, F>, id: string | null) {
  const [held, setHeld] = useState<Held<S, F>>(() => ({
    form: kind.empty,
    stored: null,
    base: kind.empty,
    copy: null,
    loading: id !== null || kind.copies !== undefined,
  }));
  const now = useRef(held);
  const put = useCallback((change: Partial<Held<S, F>>) => {
    now.current = { ...now.current, ...change };
    setHeld(now.current);
  }, []);
  const setForm = useCallback<Dispatch<SetStateAction<F>>>(
    (next) => put({ form: typeof next === "function" ? next(now.current.form) : next }),
    [put],
  );
  const givenUp = useRef(0);
  useEffect(() => () => void givenUp.current++, []);
  return {
    kind,
    id,
    /** The id of the document in the form: a new one that was saved has one before its address names it. */
    idNow: () => (now.current.stored ? kind.idOf(now.current.stored) : id),
    /** What is shown. */
    held,
    /** What holds before it is drawn. */
    now,
    put,
    setForm,
    /** The document's revision that what is typed was begun over. */
    revision: useRef<number | undefined>(undefined),
    /** What the form was opened with, for who gives up what was typed since. */
    opened: useRef(kind.empty),
    /** The document that the form holds, null for a new one: a new one that is saved and stays gets its id later. */
    holds: useRef<string | null | undefined>(undefined),
    /** How often what is typed was given up: what waits to be saved is not, then. */
    givenUp,
  };
}

export type HeldForm<S, F extends object> = ReturnType<typeof useHeld<S, F>>;
