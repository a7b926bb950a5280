import { label, longtext, text, type ValuesOf } from "@/model/field";

const by = text("Author", { help: "{author} is the author's name.", default: "By {author}" });

/** The texts on the card of an article. */
export const articleCard = { by };
export type CardTexts = ValuesOf<typeof articleCard>;

export const blogList = {
  ...articleCard,
  newer: label("Link to newer articles", { default: "Newer" }),
  older: label("Link to older articles", { default: "Older" }),
  pages: label("Name of these links", { help: "Read out, not seen.", default: "Pages of the blog" }),
  page: text("Which page it is", {
    help: "{page} is its number, {pages} how many there are.",
    default: "Page {page} of {pages}",
  }),
  soon_title: text("Title while the blog is not open", { default: "Coming Soon" }),
  soon_text: longtext("Text while the blog is not open", {
    default: "We're preparing insightful articles for you. Stay tuned!",
  }),
  empty: text("When there is no article", { default: "No articles published yet. Check back soon!" }),
};
export type ListTexts = ValuesOf<typeof blogList>;

export const blogSearch = {
  label: label("Name of the field", { help: "Read out, not seen.", default: "Search articles" }),
  placeholder: text("In the empty field", { default: "Search articles" }),
  button: label("Button", { default: "Search" }),
  searching: text("While it searches", { default: "Searching" }),
  none: text("Nothing found", { help: "{query} is what was searched for.", default: "No article with “{query}”" }),
  one: text("One found", { help: "{query} is what was searched for.", default: "1 article with “{query}”" }),
  many: text("Several found", {
    help: "{count} is how many, {query} what was searched for.",
    default: "{count} articles with “{query}”",
  }),
  more: label("Button for further ones", { default: "Show more" }),
  clear: label("Button back to the list", { default: "Show all articles" }),
  unreachable: text("When the search cannot be reached", {
    default: "The search cannot be reached right now. Please try again in a moment.",
  }),
};
export type SearchTexts = ValuesOf<typeof blogSearch>;

/** The texts around an article. */
export const articlePage = {
  back: text("Link to the list", { default: "Back to All Articles" }),
  by,
  edit: label("Link to the editor", { help: "For the article's author alone.", default: "Edit Article" }),
  contents: label("Contents", { help: "Above the list of its headings.", default: "In this article" }),
  topics: text("Tags", { help: "Above its tags.", default: "Related Topics" }),
  next: label("Next article", { help: "Above the link to it.", default: "Read next" }),
  video: label("Name of a video", {
    help: "Read out, not seen. {number} counts the videos of the article, {title} is the article's.",
    default: "Video {number}: {title}",
  }),
};
export type ArticleTexts = ValuesOf<typeof articlePage>;

/** The texts where an article is not found. */
export const missingArticle = {
  looking: text("While it is looked for", { default: "Looking for the article" }),
  title: text("Title", { default: "Article Not Found" }),
  text: longtext("Text", {
    default: "There is no article at this address. It may have been renamed or taken down.",
  }),
  unreachable: longtext("Text when the site cannot look for it", {
    default: "This article is not on the site yet, and we cannot look further right now. Please try again in a moment.",
  }),
  back: text("Button", { default: "Back to Blog" }),
};
export type MissingTexts = ValuesOf<typeof missingArticle>;
