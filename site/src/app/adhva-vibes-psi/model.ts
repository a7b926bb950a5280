import { ways } from "@/features/contact/fields";
import { course, enrol, points } from "@/features/programmes/fields";
import { hidden, programmes, weightage } from "@/features/psi/fields";
import { page, section } from "@/model/define";
import { image, longtext, text } from "@/model/field";
import { contact, enrolment } from "@/model/inputs";
import { meta } from "@/model/meta";

export default page(
  "adhva-vibes-psi",
  "PSI",
  {
    "": section("Top of the page", {
      hero_title: text("Title", { default: "Adhva Vibes PSI" }),
      hero_subtitle: text("Subtitle", {
        default: "Karnataka Police Sub-Inspector test series: 37 tests over 2 papers",
      }),
      hero_description: longtext("Description", {
        default:
          "A steady climb to the exam: sectional tests for each subject, descriptive assignments for Paper 1, and simulated exams with an all-Karnataka rank.",
      }),
      officer_image: image("Picture"),
      enrol,
      sample: text("Second button", { help: "Leads to the sample test of the settings.", default: "Get Sample Test" }),
    }),
    meta: meta({
      title: "PSI",
      description: "Karnataka Police Sub-Inspector test series: 37 tests over 2 papers, with an all-Karnataka ranking.",
      label: "Learning Paths",
    }),
    weightage: section("Weightage", weightage),
    programmes: section("Programmes", programmes),
    reasons: section("Reasons", {
      heading: text("Heading", { default: "Six reasons to join" }),
      reasons: points("Reasons", [
        { title: "Both papers", text: "37 tests: 25 for Paper 2 and 12 for Paper 1." },
        { title: "All-Karnataka ranking", text: "You see where you stand among all who sat the same test." },
        {
          title: "Expert feedback",
          text: "Answers come back with what was good, what was missing and what to do next.",
        },
        {
          title: "Mental Ability in every section",
          text: "20 questions in each sectional test, because that part improves with practice.",
        },
        { title: "Writing counts", text: "12 descriptive assignments for Paper 1." },
        { title: "Weighted like the exam", text: "More tests where Paper 2 asks more, fewer where it asks less." },
      ]),
    }),
    contact: section("Contact", {
      heading: text("Heading", { default: "Talk to us first" }),
      lead: longtext("Lead", { default: "Which programme fits depends on where you stand. Ask." }),
      ...ways,
    }),
    hidden: section("While the page is hidden", hidden),
    course: course({
      name: "Karnataka PSI test series",
      teaches: ["Karnataka Police Sub-Inspector exam, Paper 1", "Karnataka Police Sub-Inspector exam, Paper 2"],
    }),
  },
  (reader) => {
    const { adhva_vibes_psi_hidden, sample_test_url } = reader.settings();
    return { adhva_vibes_psi_hidden, sample_test_url, ...enrolment(reader), contact: contact(reader) };
  },
);
