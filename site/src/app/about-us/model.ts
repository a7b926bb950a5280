import { enrol, points } from "@/features/programmes/fields";
import { page, section } from "@/model/define";
import { image, list, longtext, richtext, text } from "@/model/field";
import { enrolment } from "@/model/inputs";
import { meta } from "@/model/meta";

export default page(
  "about",
  "About",
  {
    "": section("Picture", {
      image_url: image("Banner", { help: "Wide, at the top of the page." }),
      word: text("Word", { help: "Stands there, large, while there is no banner.", default: "अध्व" }),
    }),
    meta: meta({
      title: "About",
      description: "Adhva is Sanskrit for path or journey. What the academy believes and how it works.",
    }),
    head: section("Top of the page", {
      title: text("Title", { default: "A path, and company on it" }),
      paragraphs: list(
        "Paragraphs",
        { text: richtext("Text", { format: "inline", max: 2000 }) },
        {
          max: 10,
          default: [
            {
              text: "<em>Adhva</em> is Sanskrit for path or journey. We took the name because preparing for a public-service exam is one: long, mostly walked alone, and easier with a good map and somebody who has been there.",
            },
            {
              text: "We prepare aspirants for the civil services, the Karnataka police sub-inspector exam and similar competitive exams, from the first NCERT chapter to the last mock test.",
            },
          ],
        },
      ),
    }),
    values: section("Values", {
      heading: text("Heading", { default: "What we hold to" }),
      values: points("Values", [
        {
          title: "Student-first approach",
          text: "Plans begin with your week, your subjects and your last test, and change when these change.",
        },
        {
          title: "Structured learning path",
          text: "Basics first, then practice, then analysis. You always know which milestone is next and why.",
        },
        {
          title: "Mentorship beyond teaching",
          text: "Somebody reads your answers, asks how the month went, and stays until the next milestone is reached.",
        },
      ]),
    }),
    join: section("Enrolment", {
      heading: text("Heading", { default: "Walk with us" }),
      lead: longtext("Lead", { default: "Tell us where you stand; we plan the next stretch together." }),
      enrol,
    }),
  },
  enrolment,
);
