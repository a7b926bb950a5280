import { block } from "@/model/define";
import { icon, label, list, longtext, text } from "@/model/field";

export default block({
  name: "What makes us different",
  description: "Habits as steps up: the differentiators of the dashboard.",
  home: 9,
  first: ["heading", "description"],
  fields: {
    heading: text("Heading", { default: "What Makes Us Different" }),
    description: longtext("Description", {
      default: "Five habits that we build with every learner, because marks follow habits.",
    }),
    steps: list(
      "Steps",
      { icon: icon("Icon"), title: text("Title", { required: true }), description: longtext("Description") },
      {
        max: 12,
        help: "Shown while the dashboard has no differentiators.",
        default: [
          {
            icon: "compass",
            title: "Personalized Mentorship",
            description: "A mentor looks at your tests and your week, and plans the next stretch with you.",
          },
          {
            icon: "question",
            title: "Doubt Solving Sessions",
            description: "Bring the question that stopped you. Doubts are collected, answered and kept.",
          },
          {
            icon: "chart",
            title: "Detailed Test Analysis",
            description: "Every test ends with a sorting of errors: not known, misread, or guessed.",
          },
          {
            icon: "pen",
            title: "Notes Making Process",
            description: "Short notes that you will still want to read in the last week before the exam.",
          },
          { icon: "book", title: "NCERT Gist", description: "The line of thought of each chapter on one page." },
        ],
      },
    ),
    more_label: label("Read out at what folds out", { default: "More about {title}", help: "{title} is the step's." }),
  },
  inputs: (reader) => ({
    managed: reader.differentiators().map(({ icon, title, description }) => ({ icon, title, description })),
  }),
});
