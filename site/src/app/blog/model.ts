import { blogList, blogSearch } from "@/features/blog/fields";
import { page, section } from "@/model/define";
import { label, longtext, text } from "@/model/field";
import { meta } from "@/model/meta";

export default page("blog", "Blog", {
  meta: meta({
    title: "Blog",
    description: "Super Insight: long reads on planning, note-making, tests and revision.",
    label: "Super Insight",
  }),
  later: section("Title and description of further pages", {
    title: label("Title", {
      help: "{title} is the first page's title, {page} the number of this one.",
      default: "{title}, page {page}",
    }),
    description: text("Description", {
      help: "{description} is the first page's description, {page} the number of this one.",
      max: 300,
      default: "{description} Page {page}.",
    }),
  }),
  feed: section("Feed", {
    title: text("Title", { help: "The name of the site follows.", default: "Super Insight" }),
    description: text("Description", {
      max: 300,
      default: "Long reads on planning, note-making, tests and revision.",
    }),
  }),
  head: section("Top of the page", {
    title: text("Title", { default: "Super Insight" }),
    lead: longtext("Lead", {
      default: "Long reads on planning, note-making, tests and revision, for the exam you have in mind.",
    }),
  }),
  list: section("List", blogList),
  search: section("Search", blogSearch),
});
