import { block } from "@/model/define";
import { longtext, text } from "@/model/field";

export default block({
  name: "Heading and text",
  description: "A heading and a few lines below it.",
  fields: {
    heading: text("Heading"),
    description: longtext("Description"),
  },
});
