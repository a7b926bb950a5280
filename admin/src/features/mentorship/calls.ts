import { body, page } from "@academy/shared/api/client";
import { api, ifMatch } from "@/api/client";
import { changeList } from "@/api/lists";
import type { MentorshipApplication } from "@/api/types";
import { KINDS } from "@/leads/kinds";
import type { PageQuery, Search } from "@/lists/useList";
import type { Status } from "./status";

/** The list's name, and the beginning of its keys. */
export const NAME = KINDS.mentorship.list;

export const fetchApplications = (query: PageQuery) => page(api.GET("/mentorship", { params: { query } }));

// As a blob, so that the byte order mark stays: spreadsheets look for it.
export const exportApplications = (search: Search) =>
  body(api.GET("/mentorship/export", { params: { query: search }, parseAs: "blob" }));

/** Fails with 412, and shows the application as it is, when its status is not any more as it is listed. */
export const deleteApplication = async ({ id, revision }: MentorshipApplication): Promise<void> => {
  await body(api.DELETE("/mentorship/{id}", { params: { path: { id }, header: ifMatch(revision) } }));
};

/** Decisions go out one after the other: the arrow keys make several in a row, and the last one must win. */
let before: Promise<unknown> = Promise.resolve();

/** Shows a decision at once, and takes it back when the server cannot be told. */
export function decide(id: string, status: Status): Promise<void> {
  const send = () => body(api.PUT("/mentorship/{id}", { params: { path: { id } }, body: { status } }));
  const call = before.then(send, send);
  before = call;
  return changeList<MentorshipApplication>(
    NAME,
    (list) => ({ ...list, items: list.items.map((item) => (item.id === id ? { ...item, status } : item)) }),
    call,
  );
}
