import { page, section } from "@/model/define";
import { image, text } from "@/model/field";

export default page("about", "About", {
  "": section("Picture", { image_url: image("Banner", { help: "Wide, at the top of the page." }) }),
  meta: section("Title and description", {
    title: text("Title", { default: "About" }),
    description: text("Description", {
      max: 300,
      default: "Adhva is Sanskrit for path or journey. What the academy believes and how it works.",
    }),
    label: text("Label", { help: "Stands above the title on the picture that other sites show beside a link." }),
  }),
});
