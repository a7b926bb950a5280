import { course, enrol, points } from "@/features/programmes/fields";
import { page, section } from "@/model/define";
import { link, list, longtext, number, text } from "@/model/field";
import { enrolment } from "@/model/inputs";
import { meta } from "@/model/meta";

export default page(
  "mentorship",
  "Mentorship",
  {
    meta: meta({
      title: "Mentorship",
      description:
        "An 8-month mentorship for the 2026 exam: 3 months of foundation, 3 of consolidation, 2 of prelims preparation.",
      label: "Learning Paths",
    }),
    head: section("Top of the page", {
      title: text("Title", { default: "Mentorship for the 2026 exam" }),
      lead: longtext("Lead", {
        default: "Eight months, three phases, one person beside you who reads your tests and not only your score.",
      }),
      enrol,
      ask: text("Second button", { default: "Ask a question" }),
      ask_link: link("Where it leads", { default: "/contact-us" }),
    }),
    journey: section("Journey", {
      heading: text("Heading", { default: "The journey" }),
      lead: longtext("Lead", {
        default: "3 months of foundation, 3 months of consolidation, 2 months of prelims preparation.",
      }),
      length: text("Length of a phase", { help: "{months} is the number.", default: "{months} months" }),
      phases: list(
        "Phases",
        { name: text("Name"), months: number("Months", { min: 1, max: 24 }), text: longtext("Text") },
        {
          max: 6,
          default: [
            {
              name: "Foundation",
              months: 3,
              text: "NCERTs and the standard books, subject by subject. You build the habit of reading, noting and testing.",
            },
            {
              name: "Consolidation",
              months: 3,
              text: "The subjects meet each other. Sectional tests show the gaps, and the plan follows what they show.",
            },
            {
              name: "Prelims Preparation",
              months: 2,
              text: "Full-length tests at exam hours, analysis after each, and revision in shorter and shorter rounds.",
            },
          ],
        },
      ),
    }),
    highlights: section("Highlights", {
      heading: text("Heading", { default: "What you get" }),
      highlights: points("Highlights", [
        {
          title: "A plan of your own",
          text: "Your hours, your subjects, your level. The plan says what this week is for.",
        },
        {
          title: "One mentor throughout",
          text: "The same person reads your tests in the first month and in the eighth.",
        },
        { title: "Regular tests", text: "Sectional tests while you learn, full-length papers when you are ready." },
        {
          title: "Analysis after each test",
          text: "Errors are sorted into not known, misread and guessed; each kind gets its own remedy.",
        },
        {
          title: "Doubt solving sessions",
          text: "Bring the question that stopped you. It is answered, and the answer is kept.",
        },
        {
          title: "Notes that last",
          text: "You learn to write short notes that you will still want to read in the last week.",
        },
      ]),
    }),
    course: course({ name: "Mentorship for the 2026 exam", months: 8, teaches: ["Civil services exam"] }),
  },
  enrolment,
);
