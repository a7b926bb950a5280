import { ApiError, hasStatus } from "@academy/shared/api/errors";

/** The fields of `next` that are not as they were; undefined are those that it lacks. */
export function changedIn<P extends object>(next: P, before: P): Partial<P> {
  const keys = Object.keys({ ...before, ...next }) as (keyof P)[];
  const changed = keys.filter((key) => JSON.stringify(next[key]) !== JSON.stringify(before[key]));
  return Object.fromEntries(changed.map((key) => [key, next[key]])) as Partial<P>;
}

/** How changes of a document are written: `S` is how one is stored, `F` what its form writes of it. */
interface Writing<S extends { revision?: number }, F extends object> {
  formOf: (stored: S) => F;
  /** Fails with status 412 when the document is no longer at `revision`; undefined overwrites. */
  write: (changes: Partial<F>, revision: number | undefined) => Promise<S>;
  /** How it is stored by now, for a write that was refused so; else the refusal has it. */
  now?: (refused: ApiError) => S | undefined | Promise<S>;
}

/** What is stored by now, where a write was refused for that. */
export const currentOf = <S>(error: unknown): S | undefined =>
  hasStatus(error, 412) ? (error.problem?.current as S | undefined) : undefined;

/**
 * Writes the changes of a form to a document that was at `revision`; undefined overwrites any. Others may have changed
 * other fields since. Fails with status 412, and the document of now as `current`, when they changed the same ones.
 */
export async function writeOver<S extends { revision?: number }, F extends object>(
  { formOf, write, now = currentOf<S> }: Writing<S, F>,
  changes: Partial<F>,
  before: S | null,
  revision: number | undefined,
): Promise<S> {
  // What was begun before `before`, and kept on this device, does not say what it changes.
  const begun = before && before.revision === revision ? formOf(before) : null;
  let over = revision;
  for (;;) {
    try {
      return await write(changes, over);
    } catch (error) {
      if (!hasStatus(error, 412)) throw error;
      const current = await now(error);
      const same = !current || !begun || disputed(begun, changes, formOf(current)).length > 0;
      if (same || current.revision === over) throw new ApiError(412, { ...error.problem, current });
      over = current.revision;
    }
  }
}

/** Which of some changes of `before` are of what somebody else has changed too, and to something else. */
export function disputed<F extends object>(before: F, changes: Partial<F>, now: F): string[] {
  const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  return Object.keys(changes).filter((name) => {
    const key = name as keyof F;
    return differ(now[key], before[key]) && differ(now[key], changes[key]);
  });
}

/**
 * Writes what is changed of a stored document, as writeOver does, and returns it with the changes; a write that would
 * change nothing is left out.
 */
export async function writeChanges<S extends { revision?: number }, P extends object>(
  writing: Writing<S, P>,
  written: P,
  before: S,
  revision: number | undefined,
): Promise<{ saved: S; changes: Partial<P> }> {
  const changes = changedIn(written, writing.formOf(before));
  const none = Object.keys(changes).length === 0;
  return { saved: none ? before : await writeOver(writing, changes, before, revision), changes };
}
