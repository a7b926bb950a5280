import { hasStatus } from "@academy/shared/api/errors";
import { ifMatch } from "@/api/client";
import type { WorkingCopy } from "./kind";

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

/** The header that makes a write of a working copy fail with 412 when it is another one by now; 0 is none. */
export const ifVersion = (version: number | undefined) =>
  version === 0 ? ({ "If-None-Match": "*" } as const) : ifMatch(version);

/** That there is none any more is no failure of removing it. */
export async function gone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
}
