import { ground, head } from "@/model/common";
import { block } from "@/model/define";
import { icon, link, list, longtext, text } from "@/model/field";

export default block({
  name: "Cards",
  description: "Points side by side, each with a title, a few words and, if it leads somewhere, a link.",
  h1: "heading",
  fields: {
    ...head,
    cards: list(
      "Cards",
      {
        icon: icon("Icon"),
        title: text("Title", { required: true, max: 100 }),
        text: longtext("Text", { max: 500 }),
        link_text: text("Link text", { max: 60 }),
        link: link("Link"),
      },
      { max: 12 },
    ),
    ground,
  },
});
