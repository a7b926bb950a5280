import { ground } from "@/model/common";
import { block } from "@/model/define";
import { choice, image, text } from "@/model/field";

export default block({
  name: "Picture",
  description: "One picture with a line below it.",
  fields: {
    image: image("Picture", { required: true }),
    caption: text("Caption", { max: 300 }),
    width: choice("Width", { text: "As wide as text", wide: "As wide as the page" }, { default: "wide" }),
    ground,
  },
});
