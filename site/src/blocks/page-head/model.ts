import { button, head } from "@/model/common";
import { block } from "@/model/define";
import { choice, link, text } from "@/model/field";

export default block({
  name: "Page head",
  description: "Where a page stands on the map: its title, a sentence, and what to do first.",
  h1: "heading",
  fields: {
    heading: text("Title", { required: true, max: 120 }),
    lead: head.lead,
    ...button,
    second_text: text("Second button text", { max: 60 }),
    second_link: link("Second button link"),
    place: choice("Part of the map", {
      ridge: "Ridge",
      summit: "Summit",
      valley: "Valley",
      plain: "Plain",
      east: "East",
    }),
    hue: choice("Colour of the lines", {
      contour: "Contour lines",
      ncert: "NCERT",
      foundation: "Foundation",
      mentorship: "Mentorship",
      psi: "PSI",
      affairs: "Current affairs",
    }),
  },
});
