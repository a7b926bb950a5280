import { block } from "@/model/define";
import { boolean, icon, label, link, list, longtext, text } from "@/model/field";

export default block({
  name: "Learning paths",
  description: "The programmes, each with its own ridge to walk: the programs of the dashboard.",
  home: 7,
  first: ["heading", "description"],
  fields: {
    heading: text("Heading", { default: "Learning Paths" }),
    description: longtext("Description", {
      default: "Each path has its own pace and its own milestones. Begin where you are.",
    }),
    paths: list(
      "Paths",
      {
        icon: icon("Icon"),
        title: text("Title", { required: true }),
        description: longtext("Description"),
        details: longtext("Details"),
        features: list("Features", { text: text("Text", { required: true }) }, { max: 12 }),
        link: link("Link"),
        is_upcoming: boolean("Upcoming"),
      },
      {
        max: 12,
        help: "Shown while the dashboard has no programs.",
        default: [
          {
            title: "NCERT Mastery",
            description: "Classes 6 to 12, read in a sequence that builds the ground for every later subject.",
            details:
              "One theme at a time across the classes: the chapter, its gist, a short test, then the next milestone.",
            icon: "book",
            link: "/ncert-mastery",
            features: [{ text: "Classes 6 to 12 in subject order" }, { text: "A gist for every chapter" }],
          },
          {
            title: "Mentorship",
            description: "An 8-month plan for the 2026 exam, reviewed with a mentor at every stage.",
            details: "Foundation for 3 months, consolidation for 3 months, prelims preparation for 2 months.",
            icon: "compass",
            link: "/mentorship",
            features: [
              { text: "3 months of foundation" },
              { text: "3 months of consolidation" },
              { text: "2 months of prelims preparation" },
            ],
          },
          {
            title: "PSI",
            description: "Karnataka Police Sub-Inspector: 37 tests over 2 papers with an all-Karnataka rank.",
            details: "25 tests for Paper 2 and 12 for Paper 1, from subject modules to full simulations.",
            icon: "shield",
            link: "/adhva-vibes-psi",
            features: [{ text: "37 tests over 2 papers" }, { text: "All-Karnataka ranking and expert feedback" }],
            is_upcoming: true,
          },
          {
            title: "Current Affairs Monthly Test",
            description: "A month-wise test series that turns a month of news into questions you can answer.",
            details: "A free bonus beside the other programmes.",
            icon: "calendar",
            link: "/current-affairs-test",
            features: [{ text: "One test for each month" }, { text: "Free bonus" }],
            is_upcoming: true,
          },
        ],
      },
    ),
    more_label: label("What folds out", { default: "What is in it" }),
    explore_text: label("Link of a path", { default: "Explore" }),
    ribbon_text: text("Ribbon of an upcoming path", { default: "UPCOMING" }),
    upcoming_text: label("Button of an upcoming path", { default: "Coming Soon" }),
    upcoming_notice: text("Notice of an upcoming path", {
      default: "This program is coming soon! Stay tuned for updates.",
    }),
    ok_text: label("Button of the notice", { default: "OK" }),
  },
  inputs: (reader) => ({
    managed: reader.programs().map(({ icon, title, description, details, features, link, is_upcoming }) => ({
      icon,
      title,
      description,
      details,
      features: features.map((text) => ({ text })),
      link,
      is_upcoming,
    })),
  }),
});
