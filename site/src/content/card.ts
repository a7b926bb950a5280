import type { ArticleSummary } from "./types";

/** What a card of the list shows. */
export type CardArticle = Pick<
  ArticleSummary,
  "id" | "slug" | "title" | "excerpt" | "banner_image" | "author" | "category" | "publish_date" | "created_at"
>;

/** The summary without what the list does not show: other changes leave the list's pages alone. */
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
