import { label, longtext, text, type ValuesOf } from "@/model/field";

export const library = {
  category: label("Name of the filter", { help: "Read out, not seen.", default: "Category" }),
  all: label("Filter for all videos", { default: "All" }),
  play: label("Play button", { help: "Read out, not seen. {title} is the video's.", default: "Play {title}" }),
  minutes: text("Length", { help: "{minutes} are whole minutes.", default: "{minutes} min" }),
  broken: text("When a video does not play", {
    default: "This video cannot be played right now. Please try again in a moment.",
  }),
  soon_title: text("Title while the page is not open", { default: "Coming Soon" }),
  soon_text: longtext("Text while the page is not open", {
    default: "The first lessons are being recorded. Stay tuned!",
  }),
  empty: text("When there is no video", { default: "No videos available yet." }),
};
export type LibraryTexts = ValuesOf<typeof library>;
