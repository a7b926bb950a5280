import { page } from "@academy/shared/api/client";
import { api } from "@/api/client";
import type { Media } from "@/api/types";
import type { PageQuery } from "@/lists/useList";

/** The list's name, and the beginning of its keys. */
export const NAME = "Media";

export const fetchMedia = (query: PageQuery & { kind?: Media["kind"] }) =>
  page(api.GET("/admin/media", { params: { query } }));
