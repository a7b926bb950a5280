import { body, type Schemas } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api, ifMatch } from "@/api/client";
import type { SocialLink } from "@/api/types";
import type { ListedKind } from "@/editing/kind";
import { writeChanges } from "@/editing/writeOver";
import { undoSave } from "@/history/undo";
import { COLLECTIONS, PLATFORMS } from "@/resources/collections";
import { noteSaved } from "@/resources/publishing";
import { toast } from "@/ui/toasts";

const KEY = "/admin/social-media";
const DEFAULT_COLOR = "#667eea";

type Editable = Required<Schemas["SocialLinkCreate"]>;

/** The fields as they are typed; the order is text until it is saved. */
export type LinkForm = Omit<Editable, "order_index" | "platform"> & { platform: string; order_index: string };

export const defaultColor = (platform: string): string =>
  PLATFORMS.find(({ name }) => name === platform)?.color ?? DEFAULT_COLOR;

/** All links, by their order. */
export function useSocialLinks() {
  return useSWR<SocialLink[], unknown>(KEY, async () => {
    const links = await body(api.GET(KEY, { cache: "no-store" }));
    return links.toSorted((a, b) => a.order_index - b.order_index);
  });
}

const formOf = ({ platform, url, color, order_index, active }: SocialLink): LinkForm => ({
  platform,
  url,
  color,
  order_index: String(order_index),
  active,
});

/** The order is a number; anything else counts as 0. */
const editableOf = ({ platform, url, color, order_index, active }: LinkForm): Editable => ({
  platform: platform as Editable["platform"],
  url: url.trim(),
  color,
  order_index: Number.parseInt(order_index, 10) || 0,
  active,
});

/** How a link is edited. */
export const LINKS: ListedKind<SocialLink, LinkForm> = {
  what: "social media link",
  collection: "social-links",
  fields: COLLECTIONS["social-links"].fields,
  empty: { platform: "", url: "", color: DEFAULT_COLOR, order_index: "0", active: true },
  idOf: ({ id }) => id,
  formOf,
  written: editableOf,
  save: async (_, form, revision, before) => {
    if (!before) {
      const added = await body(api.POST(KEY, { body: editableOf(form) }));
      await refreshLinks();
      toast.success("Social media link added successfully");
      return added;
    }
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
    await refreshLinks();
    const hides = changes.active === false;
    toast.success("Social media link updated successfully", {
      button: hides
        ? undoSave({ collection: "social-links", id }, saved.revision ?? 0, Object.keys(changes))
        : undefined,
    });
    return saved;
  },
  failed: (id) => `Failed to ${id === null ? "add" : "update"} social media link`,
  stays: false,
  merges: true,
};

async function refreshLinks() {
  noteSaved();
  await mutate(KEY);
}
