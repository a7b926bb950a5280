import { block } from "@/model/define";
import { image, link, list, longtext, text } from "@/model/field";

export default block({
  name: "NCERT poster",
  description: "The loudest block: a poster on marigold ground. Without a picture it shows seven numbered stones.",
  home: 5,
  first: ["heading", "description", "cta_text", "cta_link"],
  fields: {
    heading: text("Heading", { default: "Seven classes. One continuous line." }),
    description: longtext("Description", {
      default: "NCERT Mastery puts the books in sequence, with a gist and a test at each milestone.",
    }),
    cta_text: text("Button text", { default: "Learn More & Enroll" }),
    cta_link: link("Button link", { default: "/ncert-mastery" }),
    poster_url: image("Poster", { help: "Upright, four to five." }),
    stones: list(
      "Stones of the drawing",
      { text: text("Text", { required: true, max: 4 }) },
      {
        max: 7,
        default: [
          { text: "6" },
          { text: "7" },
          { text: "8" },
          { text: "9" },
          { text: "10" },
          { text: "11" },
          { text: "12" },
        ],
      },
    ),
  },
});
