import { body, page } from "@academy/shared/api/client";
import { api } from "@/api/client";
import { KINDS } from "@/leads/kinds";
import type { PageQuery, Search } from "@/lists/useList";

/** The list's name, and the beginning of its keys. */
export const NAME = KINDS.contact.list;

export const fetchMessages = (query: PageQuery) => page(api.GET("/contact", { params: { query } }));

// As a blob, so that the byte order mark stays: spreadsheets look for it.
export const exportMessages = (search: Search) =>
  body(api.GET("/contact/export", { params: { query: search }, parseAs: "blob" }));

export const deleteMessage = (id: string) => body(api.DELETE("/contact/{id}", { params: { path: { id } } }));
