import { page } from "@academy/shared/api/client";
import { asSentence, hasStatus, messageOf } from "@academy/shared/api/errors";
import useSWR from "swr";
import { api } from "@/api/client";
import { COURSES, labelOf } from "@/leads/enrolment";
import { addressOf } from "@/ui/address";
import type { Entry } from "./commands";

/** How many of each kind are shown. */
const SHOWN = 5;

interface Source {
  group: string;
  find: (q: string) => Promise<Omit<Entry, "group">[]>;
}

const query = (q: string) => ({ params: { query: { q, limit: SHOWN } } });

const SOURCES: readonly Source[] = [
  {
    group: "Articles",
    find: async (q) =>
      (await page(api.GET("/articles", query(q)))).items.map(({ id, title, author, status }) => ({
        ...{ id, label: title, about: `${status} · ${author}`, to: addressOf("articles", { edit: id }) },
      })),
  },
  {
    group: "Pages",
    find: async (q) =>
      (await page(api.GET("/admin/pages", query(q)))).items.map(({ id, title, path }) => ({
        ...{ id, label: title, about: path, to: addressOf("pages", { edit: id }) },
      })),
  },
  {
    group: "Enrollments",
    find: async (q) =>
      (await page(api.GET("/enrollments", query(q)))).items.map(({ id, name, course }) => ({
        ...{ id, label: name, about: labelOf(COURSES, course), to: addressOf("enrollments", { open: id }) },
      })),
  },
  {
    group: "Mentorship",
    find: async (q) =>
      (await page(api.GET("/mentorship", query(q)))).items.map(({ id, name, email, status }) => ({
        ...{ id, label: name, about: status, to: addressOf("mentorship", { q: email }) },
      })),
  },
  {
    group: "Contacts",
    find: async (q) =>
      (await page(api.GET("/contact", query(q)))).items.map(({ id, name, email, message }) => ({
        ...{ id, label: name, about: message, to: addressOf("contacts", { q: email }) },
      })),
  },
  {
    group: "Notifications",
    find: async (q) =>
      (await page(api.GET("/admin/notifications", query(q)))).items.map(({ id, email, page }) => ({
        ...{ id, label: email, about: page, to: addressOf("notifications", { q: email }) },
      })),
  },
];

interface Found {
  q: string;
  entries: Entry[];
  /** What could not be searched, and why; "" where nothing failed. */
  failed: string;
}

/** Searches everything at once. One kind that cannot be searched is named, one that somebody may not see is left out. */
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
    retry: () => void mutate(),
  };
}
