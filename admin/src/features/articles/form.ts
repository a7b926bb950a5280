import type { Article, ArticleUpdate } from "@/api/types";
import { localDateTime, storedTime } from "@/components/format";

/** What stands in the form's fields. */
export interface ArticleForm {
  title: string;
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
  content: "",
  excerpt: "",
  category: "",
  tags: "",
  status: "draft",
  banner_image: "",
  publish_date: "",
  unpublish_date: "",
};

export const STATUSES: readonly { value: Article["status"]; label: string }[] = [
  { value: "draft", label: "Draft" },
  { value: "published", label: "Published" },
  { value: "archived", label: "Archived" },
];

/** Split, trimmed, without blanks. */
export function splitTags(text: string): string[] {
  return text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

export function formOf(article: Article): ArticleForm {
  return {
    title: article.title,
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

/** Whether two forms would save the same. */
export function sameForm(a: ArticleForm, b: ArticleForm): boolean {
  return JSON.stringify(payloadOf(a)) === JSON.stringify(payloadOf(b));
}

/** The reason why an article's page could not be made, at the banner when it quotes the banner's address. */
export function errorsOf(reason: string | undefined, { banner_image }: ArticleForm): Record<string, string> {
  const banner = banner_image.trim();
  return reason && banner && reason.includes(banner) ? { banner_image: reason } : {};
}
