import { block } from "@/model/define";
import { link, list, longtext, text } from "@/model/field";

export default block({
  name: "PSI promo",
  description: "Announces a programme on a road board, with figures beside it.",
  home: 3,
  first: ["heading", "description"],
  fields: {
    heading: text("Heading", { default: "37 tests across both papers of the PSI exam" }),
    description: longtext("Description", {
      default:
        "Sectional tests, descriptive practice and full simulations for the Karnataka Police Sub-Inspector exam, with an all-Karnataka ranking and expert feedback.",
    }),
    cta_text: text("Button text", { default: "Explore Programs" }),
    cta_link: link("Button link", { default: "/adhva-vibes-psi" }),
    sample_text: text("Sample button", {
      default: "Get Sample Test",
      help: "Leads to the sample test of the settings, or else to the contact page.",
    }),
    tiles: list(
      "Figures",
      { figure: text("Figure", { required: true }), label: text("Label", { required: true }) },
      {
        max: 8,
        default: [
          { figure: "37+", label: "Tests" },
          { figure: "2", label: "Papers" },
          { figure: "100%", label: "Focused" },
          { figure: "24/7", label: "Support" },
        ],
      },
    ),
  },
  inputs: (reader) => ({ sample: reader.settings().sample_test_url || "/contact-us" }),
});
