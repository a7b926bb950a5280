import type { Article, ArticleUpdate } from "@/api/types";
import { localDateTime, storedTime } from "@/ui/format";

/** What stands in the form's fields. */
export interface ArticleForm {
  title: string;
  /** The last part of its address; "" has the server make it from the title. */
  slug: string;
  content: string;
  excerpt: string;
  category: string;
  /** Comma-separated. */
  tags: string;
  status: Article["status"];
  banner_image: string;
  /** As `<input type="datetime-local">` has it, in the writer's time zone; "" for none. */
  publish_date: string;
  /** Likewise. */
  unpublish_date: string;
}

export const EMPTY: ArticleForm = {
  title: "",
  slug: "",
  content: "",
  excerpt: "",
  category: "",
  tags: "",
  status: "draft",
  banner_image: "",
  publish_date: "",
  unpublish_date: "",
};

/** Split, trimmed, without blanks. */
export function splitTags(text: string): string[] {
  return text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

/** What of an article stands in the form. */
export type Written = Pick<Article, Exclude<keyof ArticleForm, "publish_date" | "unpublish_date">> & {
  publish_date?: string | null;
  unpublish_date?: string | null;
};

export function formOf(article: Written): ArticleForm {
  return {
    title: article.title,
    slug: article.slug,
    content: article.content,
    excerpt: article.excerpt,
    category: article.category,
    tags: article.tags.join(", "),
    status: article.status,
    banner_image: article.banner_image,
    publish_date: localDateTime(article.publish_date),
    unpublish_date: localDateTime(article.unpublish_date),
  };
}

export function payloadOf(form: ArticleForm): ArticleUpdate & { title: string } {
  return {
    title: form.title.trim(),
    slug: form.slug.trim(),
    content: form.content,
    excerpt: form.excerpt.trim(),
    category: form.category.trim(),
    tags: splitTags(form.tags),
    status: form.status,
    banner_image: form.banner_image.trim(),
    publish_date: storedTime(form.publish_date),
    unpublish_date: storedTime(form.unpublish_date),
  };
}

/** The fields to send. The address is one only when it was changed, so that a draft's goes on following the title. */
export function updateOf(form: ArticleForm, before: Article | null): ArticleUpdate & { title: string } {
  const { slug, ...rest } = payloadOf(form);
  return slug === (before?.slug ?? "") ? rest : { ...rest, slug };
}

/** The reason why an article's page could not be made, at the banner when it quotes the banner's address. */
export function errorsOf(reason: string | undefined, { banner_image }: ArticleForm): Record<string, string> {
  const banner = banner_image.trim();
  return reason && banner && reason.includes(banner) ? { banner_image: reason } : {};
}
