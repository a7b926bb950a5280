import "@/app/styles";
import { load } from "@/app/load";
import { PageFacts } from "@/app/seo/Facts";
import { pageMetadata } from "@/app/seo/metadata";
import { BlockFrame } from "@/components/BlockFrame";
import { ButtonLink } from "@/components/ButtonLink";
import { Journey } from "@/components/Journey";
import { PageHead } from "@/components/PageHead";
import { Enrol, Ruled } from "@/features/programmes/Parts";

export const generateMetadata = () => pageMetadata("/mentorship");

export default async function Mentorship() {
  const { texts, enrollment_form_url } = await load("/mentorship");
  const { head, journey, highlights } = texts;
  return (
    <>
      <PageFacts path="/mentorship" />
      <PageHead title={head.title} lead={head.lead} hue="var(--hue-mentorship)" place="summit">
        <div className="actions">
          <Enrol href={enrollment_form_url} label={head.enrol} />
          <ButtonLink href={head.ask_link} tone="quiet">
            {head.ask}
          </ButtonLink>
        </div>
      </PageHead>
      <BlockFrame id="journey" heading={journey.heading} lead={journey.lead}>
        <Journey phases={journey.phases} length={journey.length} />
      </BlockFrame>
      <BlockFrame id="highlights" heading={highlights.heading} ground="sunk">
        <Ruled points={highlights.highlights} />
        <div className="actions">
          <Enrol href={enrollment_form_url} label={head.enrol} />
        </div>
      </BlockFrame>
    </>
  );
}
