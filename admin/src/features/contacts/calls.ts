import { api, body, page } from "@/api/client";
import type { PageQuery } from "@/components/useList";

/** The list's name, and the beginning of its keys. */
export const NAME = "Contact submissions";

export const fetchMessages = (query: PageQuery) => page(api.GET("/contact", { params: { query } }));

export const deleteMessage = (id: string) => body(api.DELETE("/contact/{id}", { params: { path: { id } } }));
