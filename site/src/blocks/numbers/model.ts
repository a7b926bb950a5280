import { ground, head } from "@/model/common";
import { block } from "@/model/define";
import { list, text } from "@/model/field";

export default block({
  name: "Numbers",
  description: "A few figures that matter, each with what it counts.",
  h1: "heading",
  fields: {
    ...head,
    numbers: list(
      "Numbers",
      {
        value: text("Number", { required: true, max: 12 }),
        label: text("What it counts", { required: true, max: 80 }),
      },
      { max: 8 },
    ),
    ground,
  },
});
