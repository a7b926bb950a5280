import { block } from "@/model/define";
import { longtext, text } from "@/model/field";

export default block({
  name: "Guiding principles",
  description: "Three sentences, set to be read.",
  home: 6,
  first: ["heading", "description"],
  fields: {
    heading: text("Heading", { default: "Guiding Principles" }),
    description: longtext("Description", {
      default: "What we hold to when we decide what to teach and what to leave out.",
    }),
    vision_label: text("First name", { default: "Vision" }),
    vision: longtext("First sentence", {
      default:
        "Every aspirant, wherever they live, can prepare for public service with a clear plan and honest feedback.",
    }),
    mission_label: text("Second name", { default: "Mission" }),
    mission: longtext("Second sentence", {
      default:
        "To turn a vast syllabus into a path of small milestones, and to stay beside each learner until the next one is reached.",
    }),
    approach_label: text("Third name", { default: "Approach" }),
    approach: longtext("Third sentence", {
      default: "Basics first, then practice, then analysis. We spend as long on the mistakes as on the test.",
    }),
  },
});
