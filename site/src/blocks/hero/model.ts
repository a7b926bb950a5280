import { block } from "@/model/define";
import { label, link, list, longtext, number, text } from "@/model/field";

export default block({
  name: "Hero",
  description: "Opens a page: a full screen on the trail map, or on the video that the settings name.",
  home: 1,
  h1: "heading",
  first: ["heading", "subheading", "description", "cta_text", "cta_link"],
  fields: {
    heading: text("Heading", { default: "Unlock Your Potential. Serve the Nation." }),
    subheading: text("Subheading", { default: "Civil services · Karnataka PSI · NCERT foundation" }),
    description: longtext("Description", {
      default:
        "Adhva means path. We set out the milestones from the first NCERT chapter to the last mock test, and show after every test where you stand.",
    }),
    cta_text: text("Button text", { default: "Explore Learning Paths" }),
    cta_link: link("Button link", { default: "/ncert-mastery" }),
    enroll_text: text("Enrolment button", {
      default: "Enroll Now",
      help: "Leads to the enrolment form of the settings, or else to the contact page.",
    }),
    stop1: text("First name on the map", { default: "NCERT, classes 6 to 12" }),
    stop2: text("Second name on the map", { default: "Tests on Sundays" }),
    stop3: text("Third name on the map", { default: "Mentorship, 8 months" }),
    stop4: text("Fourth name on the map", { default: "The exam" }),
    stages: list(
      "Scale of the map",
      { length: number("Length", { required: true, min: 1, max: 60 }) },
      { max: 6, default: [{ length: 3 }, { length: 3 }, { length: 2 }], help: "How long each stage takes." },
    ),
    unit: text("Unit of the scale", { default: "months" }),
    play_label: label("Read out: play", { default: "Play the background video" }),
    stop_label: label("Read out: stop", { default: "Stop the background video" }),
    video_title: label("Read out: the video", { default: "Background video" }),
  },
  inputs: (reader) => {
    const s = reader.settings();
    const focus = reader.focus(s.hero_video_poster);
    return {
      enrol: s.enrollment_form_url || "/contact-us",
      media: {
        background_type: s.hero_background_type,
        video_url: s.hero_video_url,
        video_poster: s.hero_video_poster,
        autoplay: s.hero_video_autoplay,
        muted: s.hero_video_muted,
        loop: s.hero_video_loop,
        ...(focus && { focus }),
      },
    };
  },
});
