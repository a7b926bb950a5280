import { ways } from "@/features/contact/fields";
import { ground, head } from "@/model/common";
import { block } from "@/model/define";
import { text } from "@/model/field";
import { contact } from "@/model/inputs";

export default block({
  name: "Contact",
  description: "The ways to a person that the settings name: phone, WhatsApp, e-mail.",
  h1: "heading",
  fields: {
    heading: text("Heading", { default: "Ask us" }),
    lead: head.lead,
    ...ways,
    ground,
  },
  inputs: contact,
});
