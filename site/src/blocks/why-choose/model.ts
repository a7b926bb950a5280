import { block } from "@/model/define";
import { label, longtext, text } from "@/model/field";

export default block({
  name: "Why choose us",
  description: "Four reasons, laid out as the legend of a map.",
  home: 2,
  first: [
    "heading",
    "card1_title",
    "card1_description",
    "card2_title",
    "card2_description",
    "card3_title",
    "card3_description",
    "card4_title",
    "card4_description",
  ],
  fields: {
    heading: text("Heading", { default: "Why Choose Us" }),
    card1_title: text("Card 1 title", { default: "Expert Mentorship" }),
    card1_description: longtext("Card 1 description", {
      default: "An 8-month plan with a mentor who reads your tests, not only your score.",
    }),
    card2_title: text("Card 2 title", { default: "Comprehensive Test Series" }),
    card2_description: longtext("Card 2 description", {
      default: "Sectional tests while you learn, full-length tests when you are ready, and an analysis of every paper.",
    }),
    card3_title: text("Card 3 title", { default: "NCERT Foundation" }),
    card3_description: longtext("Card 3 description", {
      default: "Classes 6 to 12 read subject by subject, so that later books have something to stand on.",
    }),
    card4_title: text("Card 4 title", { default: "Dynamic Community" }),
    card4_description: longtext("Card 4 description", {
      default: "A study group that shares daily questions and keeps you company on slow days.",
    }),
    more_label: label("Read out at what folds out", { default: "More about {title}", help: "{title} is the card's." }),
  },
});
