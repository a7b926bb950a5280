import "@/app/styles";
import { ButtonLink } from "@/components/ButtonLink";
import { Journey } from "@/components/Journey";
import { PageHead } from "@/components/PageHead";
import { load } from "@/content/load";
import { Enrol, Part, Ruled } from "@/features/programmes/Parts";
import { PageFacts } from "@/features/seo/Facts";
import { pageMetadata } from "@/features/seo/metadata";

export const generateMetadata = () => pageMetadata("/mentorship");

const phases = [
  {
    name: "Foundation",
    months: 3,
    text: "NCERTs and the standard books, subject by subject. You build the habit of reading, noting and testing.",
  },
  {
    name: "Consolidation",
    months: 3,
    text: "The subjects meet each other. Sectional tests show the gaps, and the plan follows what they show.",
  },
  {
    name: "Prelims Preparation",
    months: 2,
    text: "Full-length tests at exam hours, analysis after each, and revision in shorter and shorter rounds.",
  },
];

const highlights = [
  { title: "A plan of your own", text: "Your hours, your subjects, your level. The plan says what this week is for." },
  { title: "One mentor throughout", text: "The same person reads your tests in the first month and in the eighth." },
  { title: "Regular tests", text: "Sectional tests while you learn, full-length papers when you are ready." },
  {
    title: "Analysis after each test",
    text: "Errors are sorted into not known, misread and guessed; each kind gets its own remedy.",
  },
  {
    title: "Doubt solving sessions",
    text: "Bring the question that stopped you. It is answered, and the answer is kept.",
  },
  {
    title: "Notes that last",
    text: "You learn to write short notes that you will still want to read in the last week.",
  },
];

export default async function Mentorship() {
  const { enrollment_form_url } = await load("/mentorship");
  return (
    <>
      <PageFacts path="/mentorship" />
      <PageHead
        title="Mentorship for the 2026 exam"
        lead="Eight months, three phases, one person beside you who reads your tests and not only your score."
        hue="var(--hue-mentorship)"
        place="summit"
      >
        <div className="actions">
          <Enrol href={enrollment_form_url} />
          <ButtonLink href="/contact-us" tone="quiet">
            Ask a question
          </ButtonLink>
        </div>
      </PageHead>
      <Part
        id="journey"
        title="The journey"
        lead="3 months of foundation, 3 months of consolidation, 2 months of prelims preparation."
      >
        <Journey phases={phases} length="{months} months" />
      </Part>
      <Part id="highlights" title="What you get" sunk>
        <Ruled points={highlights} />
        <div className="actions">
          <Enrol href={enrollment_form_url} />
        </div>
      </Part>
    </>
  );
}
