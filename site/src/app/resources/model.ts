import type { IconName } from "@academy/shared/icons";
import { page, section } from "@/model/define";
import { icon, label, longtext, text } from "@/model/field";
import { meta } from "@/model/meta";
import type { Topic } from "./topics";

const topic = (title: string, drawing: IconName, is: string) =>
  section(title, {
    title: label("Title", { default: title }),
    icon: icon("Drawing", { default: drawing }),
    text: longtext("Text", { default: is }),
    description: text("Description", {
      help: "In search results and in links that people share.",
      max: 300,
      default: `${is} Coming soon.`,
    }),
  });

const topics = {
  "scert-notes": topic("NCERT Notes", "book", "The line of thought of each chapter, classes 6 to 12."),
  "current-affairs": topic("Current Affairs", "calendar", "A month of news, sorted by what the syllabus asks."),
  pyqs: topic("Previous Year Questions", "library", "What was asked, by subject and by year."),
  mcqs: topic("MCQs Practice", "target", "Short sets to test what you read today."),
  strategy: topic("Strategy & Tips", "compass", "Plans for the week, the month and the last stretch."),
} satisfies Record<Topic, unknown>;

export default page("resources", "Resources", {
  meta: meta({
    title: "Study Resources",
    description: "NCERT notes, current affairs, previous year questions, MCQ practice and strategy in one place.",
    label: "Resources",
  }),
  head: section("Top of the page", {
    title: text("Title", { default: "Study Resources" }),
    lead: longtext("Lead", {
      default: "Five shelves, open to everybody as soon as they are filled. See what each will hold.",
    }),
    soon: text("On each card", { default: "Coming soon" }),
  }),
  topic: section("Page of every topic", {
    soon: text("Before the text", { default: "Coming Soon." }),
    back: text("Button", { default: "Back to Resources" }),
  }),
  ...topics,
});
