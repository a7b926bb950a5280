import { label, longtext, text, type ValuesOf } from "@/model/field";

/** Names of the ways to a person. */
export const ways = {
  phone: text("Phone card", { default: "Phone" }),
  whatsapp: text("WhatsApp card", { default: "WhatsApp" }),
  email: text("E-mail card", { default: "Email" }),
};
export type WaysTexts = ValuesOf<typeof ways>;

export const contactForm = {
  heading: text("Heading", { default: "Write to us" }),
  name: label("Name field", { default: "Name" }),
  email: label("E-mail field", { default: "Email" }),
  phone: label("Phone field", { default: "Phone" }),
  optional: text("Beside the phone field", { default: "(optional)" }),
  message: label("Message field", { default: "Message" }),
  send: label("Button", { default: "Send Message" }),
  sending: label("Button while the message is sent", { default: "Sending…" }),
  sent: text("When it has arrived", { default: "Message sent successfully!" }),
  failed: text("When it has not", { default: "Failed to send message" }),
  early: text("While the page is loading", {
    help: "Shown when the form is sent before its scripts have come.",
    default: "The page is still loading. Your message goes off as soon as it is ready.",
  }),
  scripts: longtext("Without JavaScript", {
    help: "{email} is the academy's address.",
    default: "The form needs JavaScript to send. Write to {email} instead, or call.",
  }),
};
export type ContactFormTexts = ValuesOf<typeof contactForm>;
