import { label, list, longtext, number, text, type ValuesOf } from "@/model/field";

/** The topics of a paper, in per cent. */
export const weightage = {
  heading: text("Heading", { default: "What Paper 2 asks" }),
  lead: longtext("Lead", {
    default: "The share of each subject, in per cent. It decides how many tests each one gets.",
  }),
  chart: label("Chart", {
    help: "Read out, not seen.",
    default: "Doughnut chart of the weightage of Paper 2; the table beside it has the numbers.",
  }),
  caption: label("Table", { help: "Read out, not seen.", default: "Weightage of Paper 2 by subject" }),
  subject: label("Column of the subjects", { help: "Read out, not seen.", default: "Subject" }),
  share: label("Column of the shares", { help: "Read out, not seen.", default: "Per cent" }),
  percent: text("A share", { help: "{percent} is the number.", default: "{percent}%" }),
  subjects: list(
    "Subjects",
    { subject: text("Subject"), percent: number("Per cent", { min: 0, max: 100 }) },
    {
      // As many as there are colours for them.
      max: 9,
      default: [
        { subject: "Science & Tech", percent: 15.6 },
        { subject: "Current Affairs", percent: 13 },
        { subject: "History", percent: 12.9 },
        { subject: "Geography", percent: 11.8 },
        { subject: "Mental Ability", percent: 9.2 },
        { subject: "Indian Polity", percent: 8.6 },
        { subject: "Economy", percent: 8.1 },
        { subject: "Static GK/Culture", percent: 6.5 },
        { subject: "Environment", percent: 2.2 },
      ],
    },
  ),
};
export type WeightageTexts = ValuesOf<typeof weightage>;

const bothPapers = [
  { name: "Tests in all", value: "37" },
  { name: "Paper 2", value: "25 tests" },
  { name: "Paper 1", value: "12 tests" },
  { name: "In each sectional test", value: "20 Mental Ability questions" },
];

/** The programmes, one in sight at a time; the first one to begin with. */
export const programmes = {
  heading: text("Heading", { default: "Five ways to prepare" }),
  label: label("Name of the tabs", { help: "Read out, not seen.", default: "Programmes" }),
  tabs: list(
    "Programmes",
    {
      name: text("Name"),
      lead: longtext("Lead"),
      rows: list("Rows", { name: text("Name"), value: text("Value") }, { max: 12 }),
    },
    {
      max: 8,
      default: [
        {
          name: "Apex",
          lead: "The whole climb: every test of both papers, with an analysis after each.",
          rows: bothPapers,
        },
        {
          name: "Core Practice Set",
          lead: "The same 37 tests to work through at your own pace.",
          rows: bothPapers,
        },
        {
          name: "Descriptive Pro",
          lead: "Writing for Paper 1, corrected and returned.",
          rows: [{ name: "Assignments", value: "12" }],
        },
        {
          name: "Subject Mastery",
          lead: "One subject at a time, for those who know where they lose marks.",
          rows: [
            { name: "History", value: "4 tests" },
            { name: "Geography", value: "4 tests" },
            { name: "Polity", value: "3 tests" },
            { name: "Economy", value: "3 tests" },
            { name: "Science & Tech", value: "4 tests" },
            { name: "Environment", value: "1 test" },
          ],
        },
        {
          name: "Exam Simulator",
          lead: "Exam day, twelve times: the hours, the length, the rank.",
          rows: [
            { name: "Mock exams", value: "12" },
            { name: "Paper 1", value: "6" },
            { name: "Paper 2", value: "6" },
            { name: "Result", value: "All-Karnataka rank" },
          ],
        },
      ],
    },
  ),
};
export type ProgrammesTexts = ValuesOf<typeof programmes>;

/** The texts shown while the page is hidden. */
export const hidden = {
  title: text("Title", { default: "Coming Soon" }),
  text: longtext("Text", {
    default: "The police sub-inspector programme opens here. Until then, the other paths are open.",
  }),
  back: text("Button", { default: "Back to Home" }),
};
export type HiddenTexts = ValuesOf<typeof hidden>;
