import { body } from "@academy/shared/api/client";
import { hasStatus } from "@academy/shared/api/errors";
import type { paths } from "@academy/shared/api/schema.gen";
import { api, entityTag, ifMatch } from "@/api/client";
import type { CopyCalls, DocumentKind, WorkingCopy } from "./kind";
import { changedIn } from "./writeOver";

/** What the API says of a working copy besides its fields. */
interface Answer {
  revision: number;
  saved_at: string;
  saved_by: { name: string } | null;
  document_revision: number;
  changed_since: string[];
  publish_at: string | null;
  refused: string;
}

export function workingCopy<F>(answer: Answer, form: F, stored: { revision?: number } | null): WorkingCopy<F> {
  return {
    form,
    version: answer.revision,
    over: answer.changed_since.length > 0 ? answer.document_revision : stored?.revision,
    savedAt: answer.saved_at,
    savedBy: answer.saved_by?.name,
    publishAt: answer.publish_at,
    refused: answer.refused || undefined,
    changedSince: answer.changed_since,
  };
}

/**
 * Returns the calls of the working copies at an address of the API, which take and return the same but for the fields.
 * `changed` reads the list again; `published` tells what came of it.
 */
export function copyCalls<S extends { id: string; revision?: number }, F extends object>(
  address: `${string}/working-copy` & keyof paths,
  { empty, formOf, written }: Pick<DocumentKind<S, F>, "empty" | "formOf"> & { written: (form: F) => object },
  changed: () => unknown,
  published: (stored: S, before: S) => unknown,
): CopyCalls<S, F> {
  const path = address as "/articles/{id}/working-copy";
  const at = (stored: S | null) => ({ id: stored?.id ?? "new" });
  return {
    fetch: async (stored) => {
      const copy = await body(api.GET(path, { params: { path: at(stored), query: { optional: true } } }));
      if (!copy) return null;
      return workingCopy(copy, formOf({ ...(stored ?? written(empty)), ...copy } as unknown as S), stored);
    },
    save: async (stored, form, { publishAt: publish_at, over: document_revision }, version) => {
      const changes = changedIn<object>(written(form), written(stored ? formOf(stored) : empty));
      // None is there yet at version 0.
      const header = version === 0 ? ({ "If-None-Match": "*" } as const) : ifMatch(version);
      const sent = { ...changes, publish_at, document_revision };
      const copy = await body<Answer>(api.PUT(path, { params: { path: at(stored), header }, body: sent }));
      void changed();
      return workingCopy(copy, form, stored);
    },
    discard: async (stored, version) => {
      try {
        await body(api.DELETE(path, { params: { path: at(stored), header: ifMatch(version) } }));
      } catch (error) {
        // That there is none any more is no failure of removing it.
        if (!hasStatus(error, 404)) throw error;
      }
      void changed();
    },
    publish: async (before, revision, version) => {
      const params = { path: at(before), header: ifMatch(revision) };
      const stored = await body<unknown>(api.POST(`${path}/publish`, { params, body: { copy: entityTag(version) } }));
      await published(stored as S, before);
      return stored as S;
    },
  };
}
