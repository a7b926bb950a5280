import type { Article, ArticleUpdate } from "@/api/types";
import { formFrom, storedFrom } from "@/editing/fieldForm";
import { COLLECTIONS } from "@/resources/collections";

const { fields } = COLLECTIONS.articles;

/** What stands in the form's fields; an address of "" has the server make it from the title. */
export type ArticleForm = Pick<Article, "status"> &
  Record<
    "title" | "slug" | "content" | "excerpt" | "category" | "tags" | "banner_image" | "publish_date" | "unpublish_date",
    string
  >;

export const formOf = (article: Pick<Article, "status"> & Partial<Article>) =>
  formFrom(fields, article) as unknown as ArticleForm;

export const EMPTY = formOf({ status: "draft" });

export const payloadOf = (form: ArticleForm) => storedFrom(fields, form) as ArticleUpdate & { title: string };

/** The fields to send. The address is one only when it was changed, so that a draft's goes on following the title. */
export function updateOf(form: ArticleForm, before: Article | null): ArticleUpdate & { title: string } {
  const { slug, ...rest } = payloadOf(form);
  return slug === (before?.slug ?? "") ? rest : { ...rest, slug };
}

/** The reason why an article's page could not be built, at the banner when it quotes the banner's address. */
export function errorsOf(reason: string | undefined, { banner_image }: ArticleForm): Record<string, string> {
  const banner = banner_image.trim();
  return reason && banner && reason.includes(banner) ? { banner_image: reason } : {};
}
