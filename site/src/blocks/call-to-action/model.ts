import { button, head } from "@/model/common";
import { block } from "@/model/define";
import { link, text } from "@/model/field";

export default block({
  name: "Call to action",
  description: "A road board: one sentence and what to do next.",
  h1: "heading",
  fields: {
    ...head,
    ...button,
    second_text: text("Second button text", { max: 60 }),
    second_link: link("Second button link"),
  },
});
