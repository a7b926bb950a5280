import type { ArticleSummary } from "./types";

/** The members of an article that a card of the list shows. */
export type CardArticle = Pick<
  ArticleSummary,
  "id" | "slug" | "title" | "excerpt" | "banner_image" | "author" | "category" | "publish_date" | "created_at" | "focus"
>;

/** Returns the members of a summary that a card shows: a change of any other leaves the pages of the list alone. */
export const card = ({
  id,
  slug,
  title,
  excerpt,
  banner_image,
  author,
  category,
  publish_date,
  created_at,
}: ArticleSummary): CardArticle => ({
  id,
  slug,
  title,
  excerpt,
  banner_image,
  author,
  category,
  publish_date,
  created_at,
});
