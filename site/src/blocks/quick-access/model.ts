import { block } from "@/model/define";
import { icon, link, list, longtext, text } from "@/model/field";

export default block({
  name: "Quick access",
  description: "A signpost with a board for each way on: the features of the dashboard.",
  home: 11,
  first: ["heading", "description"],
  fields: {
    heading: text("Heading", { default: "Start with something today" }),
    description: longtext("Description", { default: "Open to everybody, no account needed." }),
    boards: list(
      "Boards",
      {
        icon: icon("Icon"),
        title: text("Title", { required: true }),
        description: longtext("Description"),
        link: link("Link", { required: true }),
      },
      {
        max: 12,
        help: "Shown while the dashboard has no features.",
        default: [
          {
            icon: "library",
            title: "Study Resources",
            description: "NCERT notes, previous year questions, MCQ practice and strategy.",
            link: "/resources",
          },
          {
            icon: "pen",
            title: "Blog",
            description: "Super Insight: long reads on planning, notes, tests and revision.",
            link: "/blog",
          },
          {
            icon: "play",
            title: "Video Library",
            description: "Lessons to watch at your own pace, sorted by subject.",
            link: "/videos",
          },
        ],
      },
    ),
  },
  inputs: (reader) => ({
    managed: reader.features().map(({ icon, title, description, link }) => ({ icon, title, description, link })),
  }),
});
