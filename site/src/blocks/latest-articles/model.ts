import { fold } from "@academy/shared/fold";
import { card } from "@/content/card";
import type { Reader } from "@/content/reader";
import { button, ground } from "@/model/common";
import { block } from "@/model/define";
import { longtext, number, text } from "@/model/field";
import site from "@/model/site";
import { pageTexts } from "@/model/values";

/** How far back a category is looked for, so that a page depends on a bounded number of articles. */
const SEARCHED = 240;

function latest(reader: Reader, category: string, count: number) {
  if (!category) return reader.articles(0, count);
  const wanted = fold(category);
  const found = [];
  for (let start = 0; start < SEARCHED && found.length < count; start += 24) {
    const articles = reader.articles(start, 24);
    if (articles.length === 0) break;
    found.push(...articles.filter((article) => fold(article.category.trim()) === wanted));
  }
  return found.slice(0, count);
}

export default block({
  name: "Latest articles",
  description: "The newest articles of the blog, or of one of its categories.",
  h1: "heading",
  fields: {
    heading: text("Heading", { default: "From the blog" }),
    lead: longtext("Lead", { max: 500 }),
    category: text("Category", { max: 100, help: "As it stands on the articles; empty for all of them." }),
    count: number("How many", { min: 1, max: 12, default: 3 }),
    by: text("Author line", { max: 40, default: "By {author}", help: "{author} is the article's author." }),
    ...button,
    ground,
  },
  inputs: (reader, { category, count }) => ({
    timezone: reader.config().timezone,
    dates: pageTexts(site, reader).dates,
    articles: latest(reader, category.trim(), count ?? 3).map(card),
  }),
});
