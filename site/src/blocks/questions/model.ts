import { ground, head } from "@/model/common";
import { block } from "@/model/define";
import { list, richtext, text } from "@/model/field";
import { prose } from "@/model/inputs";

export default block({
  name: "Questions and answers",
  description: "Questions that open to their answers, one at a time.",
  h1: "heading",
  fields: {
    ...head,
    questions: list(
      "Questions",
      { question: text("Question", { required: true }), answer: richtext("Answer", { required: true, max: 5000 }) },
      { max: 40 },
    ),
    ground,
  },
  inputs: prose,
});
