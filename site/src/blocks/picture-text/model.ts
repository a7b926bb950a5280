import { button, ground, head } from "@/model/common";
import { block } from "@/model/define";
import { choice, image, richtext } from "@/model/field";
import { prose } from "@/model/inputs";

export default block({
  name: "Picture and text",
  description: "A picture on one side, words and a button on the other.",
  h1: "heading",
  fields: {
    heading: head.heading,
    text: richtext("Text", { required: true, max: 5000 }),
    ...button,
    image: image("Picture", { required: true }),
    side: choice("Picture stands", { right: "On the right", left: "On the left" }),
    ground,
  },
  inputs: prose,
});
