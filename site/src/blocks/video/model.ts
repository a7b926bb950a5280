import { ground, head } from "@/model/common";
import { block } from "@/model/define";
import { label, text, video } from "@/model/field";

export default block({
  name: "Video",
  description: "A video that plays when somebody asks for it; nothing is fetched before.",
  h1: "heading",
  fields: {
    ...head,
    video: video("Video", { required: true, help: "A link to YouTube or Vimeo, or a video of the library." }),
    title: text("Title", { required: true, help: "What the video is called; read out before it plays." }),
    play: label("Play button", { max: 60, default: "Play: {title}", help: "{title} is the video's title." }),
    watch: label("Link without scripts", { max: 60, default: "Watch the video" }),
    ground,
  },
});
