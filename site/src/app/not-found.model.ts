import { page, section } from "@/model/define";
import { label, link, longtext, text } from "@/model/field";

export default page("not-found", "Page not found", {
  meta: section("Title", {
    title: label("Title", { help: "In the title bar.", default: "Page not found" }),
  }),
  "": section("Page", {
    title: text("Title", { default: "This is off the map" }),
    text: longtext("Text", {
      default: "There is no page at this address. The path begins again at the home page.",
    }),
    home: text("Button", { default: "Back to Home" }),
    other: text("Second button", { default: "Read the blog" }),
    other_link: link("Where it leads", { default: "/blog" }),
  }),
});
