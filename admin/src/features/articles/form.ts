import type { Article, ArticleUpdate } from "@/api/types";

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
};

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
    publish_date: form.publish_date === "" ? null : new Date(form.publish_date).toISOString(),
  };
}

/** Whether two forms would save the same. */
export function sameForm(a: ArticleForm, b: ArticleForm): boolean {
  return JSON.stringify(payloadOf(a)) === JSON.stringify(payloadOf(b));
}

/** Whether a time is still to come. */
export function isLater(time: string | null, now = new Date()): boolean {
  return time !== null && time !== "" && new Date(time) > now;
}

/** What the chosen status and date mean for visitors, in a sentence. */
export function whenPublic({ status, publish_date }: ArticleForm, now = new Date()): string {
  const later = isLater(publish_date, now);
  if (status === "published") {
    if (later) return "Your local time. The article goes live by itself at that time.";
    return "Your local time. The article is public as soon as it is saved.";
  }
  if (status === "draft" && later) return "Your local time. Once its status is Published, it goes live by itself then.";
  return "Your local time. A later one makes a published article wait for it.";
}

/** A stored time as the date field shows it: local, to the minute. */
export function localDateTime(iso: string | null | undefined): string {
  if (!iso) return "";
  const at = new Date(iso);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}
