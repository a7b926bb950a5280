import { ground, head } from "@/model/common";
import { block } from "@/model/define";
import { list, longtext, text } from "@/model/field";

export default block({
  name: "Steps",
  description: "What to do, in order: numbered milestones on a line.",
  h1: "heading",
  fields: {
    ...head,
    steps: list(
      "Steps",
      { title: text("Title", { required: true, max: 100 }), text: longtext("Text", { max: 500 }) },
      { max: 8 },
    ),
    ground,
  },
});
