import { ground, head } from "@/model/common";
import { block } from "@/model/define";
import { text } from "@/model/field";

export default block({
  name: "Contact",
  description: "The ways to a person that the settings name: phone, WhatsApp, e-mail.",
  fields: {
    heading: text("Heading", { default: "Ask us" }),
    lead: head.lead,
    phone: text("Name of the phone", { max: 40, default: "Phone" }),
    whatsapp: text("Name of the chat", { max: 40, default: "WhatsApp" }),
    email: text("Name of the e-mail", { max: 40, default: "Email" }),
    ground,
  },
  inputs: (reader) => {
    const { contact_phone, contact_whatsapp, contact_email } = reader.settings();
    return { contact_phone, contact_whatsapp, contact_email };
  },
});
