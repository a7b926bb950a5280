import "@/app/styles";
import { ButtonLink } from "@/components/ButtonLink";
import { PageHead } from "@/components/PageHead";
import { load } from "@/content/load";
import { ClassLine } from "@/features/programmes/ClassLine";
import { Columns, Enrol, Part, Steps } from "@/features/programmes/Parts";
import { PageFacts } from "@/features/seo/Facts";
import { pageMetadata } from "@/features/seo/metadata";

export const generateMetadata = () => pageMetadata("/ncert-mastery");

const steps = [
  { title: "Read", text: "One theme across the classes, from the picture in Class 6 to the terms in Class 12." },
  { title: "Gist", text: "The chapter's line of thought on one page, read after the chapter." },
  { title: "Test", text: "Questions before you turn to the next theme, while they still help." },
  { title: "Return", text: "What you missed comes back in the next round, until it stays." },
];

const reasons = [
  {
    title: "A language for every subject",
    text: "What a watershed is, what a directive principle is, why prices rise: later books take these words for granted.",
  },
  {
    title: "An order that makes sense",
    text: "By theme and not by school year, so that each chapter stands on the one before.",
  },
  {
    title: "For first-timers and returners",
    text: "Made for those who begin, and for those who once skipped the basics and noticed.",
  },
  {
    title: "Useful for more than one exam",
    text: "The same ground carries civil services, PSI, state public service commission, SSC and banking.",
  },
];

export default async function NcertMastery() {
  const { enrollment_form_url } = await load("/ncert-mastery");
  return (
    <>
      <PageFacts path="/ncert-mastery" />
      <PageHead
        title="NCERT Mastery"
        lead="Seven classes, one continuous line: the textbooks of classes 6 to 12 in sequence, with a gist and a test at each milestone."
        hue="var(--hue-ncert)"
        place="ridge"
      >
        <div className="actions">
          <Enrol href={enrollment_form_url} />
          <ButtonLink href="#method" tone="quiet">
            How it works
          </ButtonLink>
        </div>
      </PageHead>
      <Part
        id="classes"
        title="From class 6 to class 12"
        lead="History, Geography, Polity, Economics, Science, Environment and Sociology, each followed from its first chapter to its last."
      >
        <ClassLine />
      </Part>
      <Part id="method" title="How a theme goes" sunk>
        <Steps points={steps} />
      </Part>
      <Part id="why" title="Why begin here">
        <Columns points={reasons} count="two" />
        <div className="actions">
          <Enrol href={enrollment_form_url} />
        </div>
      </Part>
    </>
  );
}
