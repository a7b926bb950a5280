import { body, type Schemas } from "@academy/shared/api/client";
import useSWR from "swr";
import { api } from "@/api/client";
import type { PreviewLink } from "@/api/types";

/** What a form holds, of what. */
export interface PreviewRequest {
  kind: Schemas["NewPreview"]["kind"];
  /** "new" for what is not stored yet; settings have none. */
  id?: string;
  /** As an update of it has them. */
  values: object;
  /** The path of the page to show; else the one that shows it best. */
  route?: string;
  /** What shows it: of each frame only the newest request waits. */
  frame?: string;
}

/** Has the site's own page rendered from what a form holds. The address shows it for some minutes. */
export const makePreview = ({ values, ...of }: PreviewRequest, signal: AbortSignal) =>
  body(api.POST("/preview", { body: { ...of, values: values as Record<string, never> }, signal }));

/** What a link can be made to. */
export type LinkedKind = Schemas["NewPreviewLink"]["kind"];

export const useLinks = (kind: LinkedKind, id: string) =>
  useSWR<PreviewLink[], unknown>(["preview links", kind, id], () =>
    body(api.GET("/preview/links", { params: { query: { kind, id } } })),
  );

export const createLink = (kind: LinkedKind, id: string, expires_in: number) =>
  body(api.POST("/preview/links", { body: { kind, id, expires_in } }));

export const revokeLink = (id: string) => body(api.DELETE("/preview/links/{id}", { params: { path: { id } } }));
