import { body } from "@academy/shared/api/client";
import { api, ifMatch } from "@/api/client";
import type { DocumentKind } from "@/editing/kind";
import { changedIn } from "@/editing/writeOver";
import { fetchPublicTexts, historyOf, type Item, type StoredTexts, saveEachText } from "@/model/texts";
import type { FormField } from "@/model/types";
import { toast } from "@/ui/toasts";

/** The police page's name in the content model. */
export const PAGE = "adhva-vibes-psi";
/** Where the texts' history is. */
export const TEXTS = historyOf(PAGE, "");

/** The police page's texts by their keys in page content. */
export type PsiContent = Record<"hero_title" | "hero_subtitle" | "hero_description", string>;

export const FIELDS = [
  { key: "hero_title", type: "text", name: "Hero title" },
  { key: "hero_subtitle", type: "text", name: "Hero subtitle" },
  { key: "hero_description", type: "longtext", name: "Hero description" },
] as const satisfies FormField[];

/** How these texts are edited: of what two people change at once only the same ones are in conflict. */
export const PSI: DocumentKind<StoredTexts, PsiContent> = {
  what: "PSI texts",
  collection: TEXTS.collection,
  drafts: "psi",
  fields: FIELDS,
  empty: { hero_title: "", hero_subtitle: "", hero_description: "" },
  idOf: () => TEXTS.id,
  formOf: ({ items }) => {
    const text = (key: string) => items[key]?.content ?? "";
    return {
      hero_title: text("hero_title"),
      hero_subtitle: text("hero_subtitle"),
      hero_description: text("hero_description"),
    };
  },
  fetch: () => fetchPublicTexts(PAGE, ""),
  save: async (_, form, revision, before) => {
    const texts = Object.entries(changesOf(form, before));
    const changed = Object.fromEntries(texts.map(([key, content]) => [key, { content, empty: false }]));
    await saveEachText({ page: PAGE, section: "" }, changed, before, revision, put);
    toast.success("PSI page content updated");
    return PSI.fetch(TEXTS.id);
  },
  failed: () => "Failed to update content",
  stays: true,
  merges: true,
};

/** What a form changes. */
export const changesOf = (form: PsiContent, before: StoredTexts | null): Partial<PsiContent> =>
  before ? changedIn(form, PSI.formOf(before)) : form;

/** These calls take a form with the one field `content`. */
function put(key: string, { content }: { content: string }, item: Item | undefined): Promise<Item> {
  const field = key.replaceAll("_", "-") as "hero-title" | "hero-subtitle" | "hero-description";
  return body(
    api.PUT("/content/adhva-vibes-psi/{field}", {
      params: { path: { field } },
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...ifMatch(item?.revision) },
      body: { content },
    }),
  );
}
