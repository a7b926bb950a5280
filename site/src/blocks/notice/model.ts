import { button } from "@/model/common";
import { block } from "@/model/define";
import { choice, richtext, text } from "@/model/field";

export default block({
  name: "Notice",
  description: "A short announcement that stands out: a changed date, a new batch, a closed office.",
  h1: "heading",
  fields: {
    heading: text("Heading", { max: 120 }),
    text: richtext("Text", { format: "inline", max: 1000, required: true }),
    tone: choice("Tone", { news: "News", important: "Important" }),
    ...button,
  },
});
