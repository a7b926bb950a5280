import { body, revised } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api, ifMatch } from "@/api/client";
import { noteSaved } from "@/api/publishing";
import type { SocialLink } from "@/api/types";

const KEY = "/admin/social-media";

export type Platform = (typeof PLATFORMS)[number]["name"];
export type Editable = Pick<SocialLink, "url" | "color" | "order_index" | "active">;

/** The networks with their brands' colours. */
export const PLATFORMS = [
  { name: "Facebook", color: "#1877f2" },
  { name: "Instagram", color: "#e4405f" },
  { name: "YouTube", color: "#ff0000" },
  { name: "LinkedIn", color: "#0a66c2" },
  { name: "Twitter", color: "#1da1f2" },
  { name: "Telegram", color: "#26a5e4" },
  { name: "WhatsApp", color: "#25d366" },
  { name: "Github", color: "#181717" },
] as const;

export const DEFAULT_COLOR = "#667eea";

export function defaultColor(platform: string): string {
  return PLATFORMS.find(({ name }) => name === platform)?.color ?? DEFAULT_COLOR;
}

/** The order as a number; anything else counts as 0. */
export function parseOrder(text: string): number {
  const order = Number.parseInt(text, 10);
  return Number.isNaN(order) ? 0 : order;
}

/** All links, by their order. */
export function useSocialLinks() {
  return useSWR<SocialLink[], unknown>(KEY, async () => {
    const links = await body(api.GET("/admin/social-media", { cache: "no-store" }));
    return links.toSorted((a, b) => a.order_index - b.order_index);
  });
}

export async function addLink(link: Editable & { platform: Platform }): Promise<void> {
  await body(api.POST("/admin/social-media", { body: link }));
  await saved();
}

/** Fails with status 412 when the link is no longer at `revision`. */
export async function changeLink(
  id: string,
  changes: Partial<Editable>,
  revision: number | undefined,
): Promise<SocialLink> {
  const params = { path: { id }, header: ifMatch(revision) };
  const stored = await body(api.PUT("/admin/social-media/{id}", { params, body: changes }));
  await saved();
  return stored;
}

/**
 * Resolves to its revision in the trash. Fails with status 412 when the link has changed since it was listed; the list
 * then shows it as it is.
 */
export async function deleteLink({ id, revision }: SocialLink): Promise<number> {
  const params = { path: { id }, header: ifMatch(revision) };
  try {
    return (await revised(api.DELETE("/admin/social-media/{id}", { params }))).revision;
  } finally {
    await saved();
  }
}

async function saved() {
  noteSaved();
  await mutate(KEY);
}
