import { block } from "@/model/define";
import { label, link, longtext, text, video } from "@/model/field";

export default block({
  name: "NCERT showcase",
  description: "A wide screen on which a video plays by itself, with its caption in the margin.",
  home: 4,
  first: ["label", "heading", "description", "button_text", "button_link", "youtube_url"],
  fields: {
    label: text("Label", { default: "NCERT Mastery" }),
    heading: text("Heading", { default: "Begin with the books that the syllabus stands on" }),
    description: longtext("Description", {
      default:
        "Classes 6 to 12 in an order that makes sense: one theme followed across the classes, a gist for each chapter.",
    }),
    button_text: text("Button text", { default: "See how it works" }),
    button_link: link("Button link", { default: "/ncert-mastery" }),
    youtube_url: video("Video on YouTube", {
      host: "youtube",
      help: "A link to one video on YouTube.",
      // A public talk on learning how to learn.
      default: "https://www.youtube.com/watch?v=O96fE1E-rf8",
    }),
    play_label: label("Read out: play", { default: "Play the video: {title}", help: "{title} is the heading." }),
    watch_text: label("Link without scripts", { default: "Watch the video" }),
    failed_text: text("Notice when it cannot be played", {
      default: "This video cannot be reached right now. Please try again in a moment.",
    }),
  },
});
