import { label, longtext, text, type ValuesOf } from "@/model/field";

export const notifyForm = {
  email: label("E-mail field", { default: "Email" }),
  send: label("Button", { default: "Notify Me" }),
  saving: label("Button while the address is sent", { default: "Saving…" }),
  done: text("When it has arrived", {
    help: "While it is not changed, the server's own answer is shown where it has one.",
    default: "Thank you! We will notify you when we launch.",
  }),
  invalid: text("When it is no address", { default: "Please enter a valid email address" }),
  failed: text("When it has not arrived", { default: "Something went wrong. Please try again." }),
  early: text("While the page is loading", {
    help: "Shown when the form is sent before its scripts have come.",
    default: "The page is still loading. Your address is sent as soon as it is ready.",
  }),
  scripts: longtext("Without JavaScript", {
    default: "This form needs JavaScript to send. Write to us instead, or come back later.",
  }),
};
export type NotifyFormTexts = ValuesOf<typeof notifyForm>;
