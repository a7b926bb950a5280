import { body, page } from "@academy/shared/api/client";
import useSWR from "swr";
import { api } from "@/api/client";
import type { Enrollment } from "@/api/types";
import { searchedText } from "@/leads/enrolment";
import type { PageQuery, Search } from "@/lists/useList";

export { ENROLLMENTS as NAME } from "@/leads/enrolment";

const asked = <T extends Search>(search: T) => ({ ...search, q: search.q && searchedText(search.q) });

export const fetchEnrollments = (query: PageQuery) =>
  page(api.GET("/enrollments", { params: { query: asked(query) } }));

// As a blob, so that the byte order mark stays: spreadsheets look for it.
export const exportEnrollments = (search: Search) =>
  body(api.GET("/enrollments/export", { params: { query: asked(search) }, parseAs: "blob" }));

/** A whole enrolment; nothing without an id. */
export function useEnrollment(id: string | null) {
  return useSWR<Enrollment, unknown>(
    id === null ? null : ["/enrollments", id],
    () => body(api.GET("/enrollments/{id}", { params: { path: { id: id ?? "" } } })),
    // Never somebody else's.
    { keepPreviousData: false, shouldRetryOnError: false },
  );
}

export const deleteEnrollment = (id: string) => body(api.DELETE("/enrollments/{id}", { params: { path: { id } } }));
