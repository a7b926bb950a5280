import { ground, head } from "@/model/common";
import { block } from "@/model/define";
import { richtext } from "@/model/field";
import { prose } from "@/model/inputs";

export default block({
  name: "Text",
  description: "Paragraphs to read, with headings, lists, links and pictures.",
  h1: "heading",
  fields: { ...head, text: richtext("Text", { required: true }), ground },
  inputs: prose,
});
