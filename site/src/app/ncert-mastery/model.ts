import { course, enrol, points } from "@/features/programmes/fields";
import { page, section } from "@/model/define";
import { label, list, longtext, text } from "@/model/field";
import { enrolment } from "@/model/inputs";
import { meta } from "@/model/meta";

export default page(
  "ncert-mastery",
  "NCERT Mastery",
  {
    meta: meta({
      title: "NCERT Mastery",
      description: "NCERT textbooks of classes 6 to 12 in a sequence, with a gist and a test at each milestone.",
      label: "Learning Paths",
    }),
    head: section("Top of the page", {
      title: text("Title", { default: "NCERT Mastery" }),
      lead: longtext("Lead", {
        default:
          "Seven classes, one continuous line: the textbooks of classes 6 to 12 in sequence, with a gist and a test at each milestone.",
      }),
      enrol,
      method: text("Second button", { help: "Leads to the steps.", default: "How it works" }),
    }),
    classes: section("Classes", {
      heading: text("Heading", { default: "From class 6 to class 12" }),
      lead: longtext("Lead", {
        default:
          "History, Geography, Polity, Economics, Science, Environment and Sociology, each followed from its first chapter to its last.",
      }),
      label: label("Name of the list", { help: "Read out, not seen.", default: "Classes" }),
      class: label("A class", { help: "Read out. {class} is what is seen of it.", default: "Class {class}" }),
      classes: list(
        "Classes",
        { name: text("Class", { max: 6 }) },
        { max: 12, default: ["6", "7", "8", "9", "10", "11", "12"].map((name) => ({ name })) },
      ),
    }),
    method: section("Method", {
      heading: text("Heading", { default: "How a theme goes" }),
      steps: points(
        "Steps",
        [
          {
            title: "Read",
            text: "One theme across the classes, from the picture in Class 6 to the terms in Class 12.",
          },
          { title: "Gist", text: "The chapter's line of thought on one page, read after the chapter." },
          { title: "Test", text: "Questions before you turn to the next theme, while they still help." },
          { title: "Return", text: "What you missed comes back in the next round, until it stays." },
        ],
        8,
      ),
    }),
    why: section("Reasons", {
      heading: text("Heading", { default: "Why begin here" }),
      reasons: points("Reasons", [
        {
          title: "A language for every subject",
          text: "What a watershed is, what a directive principle is, why prices rise: later books take these words for granted.",
        },
        {
          title: "An order that makes sense",
          text: "By theme and not by school year, so that each chapter stands on the one before.",
        },
        {
          title: "For first-timers and returners",
          text: "Made for those who begin, and for those who once skipped the basics and noticed.",
        },
        {
          title: "Useful for more than one exam",
          text: "The same ground carries civil services, PSI, state public service commission, SSC and banking.",
        },
      ]),
    }),
    course: course({ name: "NCERT Mastery", teaches: ["NCERT textbooks of classes 6 to 12"] }),
  },
  enrolment,
);
