import { ground, head } from "@/model/common";
import { block } from "@/model/define";
import { file, text } from "@/model/field";

export default block({
  name: "Download",
  description: "A document to take away: a syllabus, a schedule, a sample paper.",
  h1: "heading",
  fields: {
    ...head,
    file: file("Document", { required: true }),
    button_text: text("Button text", { max: 60, default: "Download the PDF" }),
    ground,
  },
});
