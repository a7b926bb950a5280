import { ground, head } from "@/model/common";
import { block } from "@/model/define";
import { text } from "@/model/field";
import { enrolment } from "@/model/inputs";

export default block({
  name: "Enrolment",
  description: "The way to the enrolment form that the settings name; to the contact page while they name none.",
  h1: "heading",
  fields: {
    heading: text("Heading", { default: "Walk with us" }),
    lead: head.lead,
    button_text: text("Button text", { max: 60, default: "Enroll Now" }),
    ground,
  },
  inputs: enrolment,
});
