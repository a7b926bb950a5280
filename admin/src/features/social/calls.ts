import { body, revised } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api, ifMatch } from "@/api/client";
import { noteSaved } from "@/api/publishing";
import type { SocialLink } from "@/api/types";
import { changedIn } from "@/editing/copies";
import type { ListedKind } from "@/editing/kind";
import { writeChanges } from "@/editing/writeOver";
import { undoSave } from "@/history/undo";
import { toast } from "@/ui/toasts";

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
  await changed();
}

/** The fields as they are typed; the order is text until it is saved. */
export interface LinkForm {
  url: string;
  color: string;
  order_index: string;
  active: boolean;
}

export const formOf = ({ url, color, order_index, active }: Editable): LinkForm => ({
  url,
  color,
  order_index: String(order_index),
  active,
});

export const editableOf = ({ url, color, order_index, active }: LinkForm): Editable => ({
  url: url.trim(),
  color,
  order_index: parseOrder(order_index),
  active,
});

/** How a link is edited. */
export const LINKS: ListedKind<SocialLink, LinkForm> = {
  what: "social media link",
  collection: "social-links",
  empty: { url: "", color: "", order_index: "0", active: true },
  idOf: ({ id }) => id,
  formOf,
  same: (a, b) => Object.keys(changedIn(a, b)).length === 0,
  save: async (_, form, revision, before) => {
    if (!before) throw new Error("links are added by addLink");
    const { id } = before;
    const { saved, changes } = await writeChanges(
      {
        formOf: (link: SocialLink) => editableOf(formOf(link)),
        write: (changes, revision) => {
          const params = { path: { id }, header: ifMatch(revision) };
          return body(api.PUT("/admin/social-media/{id}", { params, body: changes }));
        },
      },
      editableOf(form),
      before,
      revision,
    );
    await changed();
    const hides = changes.active === false;
    toast.success("Social media link updated successfully", {
      button: hides
        ? undoSave({ collection: "social-links", id }, saved.revision ?? 0, Object.keys(changes))
        : undefined,
    });
    return saved;
  },
  failed: () => "Failed to update social media link",
  goOn: "Keep editing",
  stays: false,
  merges: true,
  wordsOf: ({ url, color, order_index, active }) => ({
    URL: url,
    Color: color,
    Order: order_index,
    Active: active ? "Active" : "Inactive",
  }),
};

/**
 * Resolves to its revision in the trash. Fails with status 412 when the link has changed since it was listed; the list
 * then shows it as it is.
 */
export async function deleteLink({ id, revision }: SocialLink): Promise<number> {
  const params = { path: { id }, header: ifMatch(revision) };
  try {
    return (await revised(api.DELETE("/admin/social-media/{id}", { params }))).revision;
  } finally {
    await changed();
  }
}

async function changed() {
  noteSaved();
  await mutate(KEY);
}
