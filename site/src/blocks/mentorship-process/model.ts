import { block } from "@/model/define";
import { link, list, longtext, number, text } from "@/model/field";

export default block({
  name: "How mentorship works",
  description: "Phases as an elevation profile: each is as wide as it is long.",
  home: 8,
  first: ["heading", "description"],
  fields: {
    heading: text("Heading", { default: "How Our Mentorship Works" }),
    description: longtext("Description", { default: "Eight months towards the 2026 exam, in three phases." }),
    phases: list(
      "Phases",
      {
        name: text("Name", { required: true }),
        months: number("Length in months", { required: true, min: 1, max: 60 }),
        text: longtext("Text"),
      },
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
    length_text: text("Length of a phase", { default: "{months} months", help: "{months} is the phase's number." }),
    cta_text: text("Button text", { default: "See the mentorship programme" }),
    cta_link: link("Button link", { default: "/mentorship" }),
  },
});
