import { label, text, type ValuesOf } from "./field";

/** The site's own words in what people write: articles, and the texts of pages. */
export const writing = {
  note: label("Note", { help: "Above a note.", default: "Note" }),
  tip: label("Tip", { default: "Tip" }),
  warning: label("Warning", { default: "Warning" }),
  exam: label("For the exam", { default: "For the exam" }),
  notes: label("Footnotes", { help: "Above the list of them.", default: "Notes" }),
  reference: label("Name of a link to a footnote", {
    help: "Read out, not seen; best begins with {number}, the footnote's.",
    default: "{number}, note",
  }),
  back: label("Name of the link back", {
    help: "Read out, not seen. {number} is the footnote's.",
    default: "Back to the text from note {number}",
  }),
  table: label("Name of a table without a caption", {
    help: "Read out, not seen. {number} counts the tables.",
    default: "Table {number}",
  }),
  video: label("Name of a video", {
    help: "On pages; articles have one of their own. {number} counts the videos.",
    default: "Video {number}",
  }),
  play: label("Button of a video", { help: "Read out before the video's name.", default: "Play" }),
  file: text("What stands beside a file", {
    help: "{type} is its kind, such as PDF, {size} how large it is.",
    default: "{type}, {size}",
  }),
  kilobytes: text("Size of a small file", { default: "{size} KB" }),
  megabytes: text("Size of a large file", { default: "{size} MB" }),
};
export type WritingTexts = ValuesOf<typeof writing>;
