import { block } from "@/model/define";
import { label, longtext, text } from "@/model/field";

export default block({
  name: "Mission and vision",
  description: "Two facing pages.",
  home: 10,
  first: ["mission_heading", "mission_text", "vision_heading", "vision_text"],
  fields: {
    mission_heading: text("Mission heading", { default: "Our Mission" }),
    mission_text: longtext("Mission", {
      default:
        "To guide aspirants from their first NCERT chapter to the exam hall with structured learning, regular tests and mentorship that goes beyond teaching.",
    }),
    vision_heading: text("Vision heading", { default: "Our Vision" }),
    vision_text: longtext("Vision", {
      default: "A public service filled by people who prepared with understanding and know whom they serve.",
    }),
    heading: label("Read out: heading", { default: "Our Mission and Vision" }),
  },
});
