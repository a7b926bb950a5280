import { notifyForm } from "@/features/notify/fields";
import { points } from "@/features/programmes/fields";
import { page, section } from "@/model/define";
import { richtext, text } from "@/model/field";
import { meta } from "@/model/meta";

export default page("current-affairs-test", "Current Affairs Monthly Test", {
  meta: meta({
    title: "Current Affairs Monthly Test",
    description: "A month-wise current-affairs test series, a free bonus. Leave your e-mail and hear when it opens.",
    label: "Learning Paths",
  }),
  head: section("Top of the page", {
    title: text("Title", { default: "Current Affairs Monthly Test" }),
    text: richtext("Text", {
      format: "inline",
      max: 2000,
      default: "<strong>Coming Soon.</strong> Leave your e-mail and we tell you when the first test opens.",
    }),
  }),
  form: section("Form", notifyForm),
  features: section("Features", {
    heading: text("Heading", { default: "What it will be" }),
    features: points("Features", [
      {
        title: "One test for each month",
        text: "A month of news turned into questions, so that revision does not pile up.",
      },
      { title: "Tied to the syllabus", text: "Each question leads back to the static subject it belongs to." },
      { title: "Free bonus", text: "It comes with the other programmes and costs nothing." },
    ]),
    back: text("Button", { default: "Back to Home" }),
  }),
});
