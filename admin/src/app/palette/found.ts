import { page } from "@academy/shared/api/client";
import { asSentence, hasStatus, messageOf } from "@academy/shared/api/errors";
import useSWR from "swr";
import { api } from "@/api/client";
import { COURSES, labelOf } from "@/leads/enrolment";
import { summaryOf } from "@/media/words";
import { addressOf } from "@/ui/address";
import type { Entry } from "./commands";

/** How many of each kind are shown. */
const SHOWN = 5;

interface Source {
  group: string;
  find: (q: string) => Promise<Omit<Entry, "group">[]>;
}

/** A found entry: its label, a detail that tells it from others, and where it leads. */
const source = <T extends { id: string }>(
  group: string,
  list: (query: { params: { query: { q: string; limit: number } } }) => Promise<{ items: T[] }>,
  wordsOf: (item: T) => [label: string, about: string, to: string],
): Source => ({
  group,
  find: async (q) =>
    (await list({ params: { query: { q, limit: SHOWN } } })).items.map((item) => {
      const [label, about, to] = wordsOf(item);
      return { id: item.id, label, about, to };
    }),
});

const SOURCES: readonly Source[] = [
  source(
    "Articles",
    (query) => page(api.GET("/articles", query)),
    ({ id, title, author, status }) => [title, `${status} · ${author}`, addressOf("articles", { edit: id })],
  ),
  source(
    "Pages",
    (query) => page(api.GET("/admin/pages", query)),
    ({ id, title, path }) => [title, path, addressOf("pages", { edit: id })],
  ),
  source(
    "Media",
    (query) => page(api.GET("/admin/media", query)),
    (media) => [media.name, summaryOf(media), addressOf("media", { open: media.id })],
  ),
  source(
    "Enrollments",
    (query) => page(api.GET("/enrollments", query)),
    ({ id, name, course }) => [name, labelOf(COURSES, course), addressOf("enrollments", { open: id })],
  ),
  source(
    "Mentorship",
    (query) => page(api.GET("/mentorship", query)),
    ({ name, email, status }) => [name, status, addressOf("mentorship", { q: email })],
  ),
  source(
    "Contacts",
    (query) => page(api.GET("/contact", query)),
    ({ name, email, message }) => [name, message, addressOf("contacts", { q: email })],
  ),
  source(
    "Notifications",
    (query) => page(api.GET("/admin/notifications", query)),
    ({ email, page }) => [email, page, addressOf("notifications", { q: email })],
  ),
];

interface Found {
  q: string;
  entries: Entry[];
  /** Names the kinds that could not be searched, and why; "" where nothing failed. */
  failed: string;
}

/** Searches everything at once. A kind that cannot be searched is named, one that the person may not see is left out. */
export async function search(q: string, sources: readonly Source[] = SOURCES): Promise<Found> {
  const answers = await Promise.allSettled(sources.map(({ find }) => find(q)));
  const entries: Entry[] = [];
  const failed: string[] = [];
  let reason = "";
  for (const [index, answer] of answers.entries()) {
    const group = sources[index]?.group ?? "";
    if (answer.status === "fulfilled") entries.push(...answer.value.map((entry) => ({ ...entry, group })));
    else if (!hasStatus(answer.reason, 403)) {
      failed.push(group);
      reason = messageOf(answer.reason);
    }
  }
  return { q, entries, failed: failed.length > 0 ? `Not searched: ${failed.join(", ")}. ${asSentence(reason)}` : "" };
}

/**
 * The articles, pages and leads that a query finds. What the query before has found stays, as `late`, until the answer
 * comes; an answer to an earlier query is never shown after that of a later one.
 */
export function useFound(q: string) {
  const { data, isValidating, mutate } = useSWR(q === "" ? null : ["find", q], () => search(q));
  const found = q === "" ? undefined : data;
  return {
    entries: found?.entries ?? [],
    failed: found?.failed ?? "",
    late: q !== "" && found?.q !== q,
    busy: isValidating,
    retry: () => mutate(),
  };
}
