import "@/app/styles";
import { load } from "@/app/load";
import { PageFacts } from "@/app/seo/Facts";
import { pageMetadata } from "@/app/seo/metadata";
import { BlockFrame } from "@/components/BlockFrame";
import { ButtonLink } from "@/components/ButtonLink";
import { PageHead } from "@/components/PageHead";
import { ClassLine } from "@/features/programmes/ClassLine";
import { Columns, Enrol, Steps } from "@/features/programmes/Parts";

export const generateMetadata = () => pageMetadata("/ncert-mastery");

export default async function NcertMastery() {
  const { texts, enrollment_form_url } = await load("/ncert-mastery");
  const { head, classes, method, why } = texts;
  return (
    <>
      <PageFacts path="/ncert-mastery" />
      <PageHead title={head.title} lead={head.lead} hue="var(--hue-ncert)" place="ridge">
        <div className="actions">
          <Enrol href={enrollment_form_url} label={head.enrol} />
          <ButtonLink href="#method" tone="quiet">
            {head.method}
          </ButtonLink>
        </div>
      </PageHead>
      <BlockFrame id="classes" heading={classes.heading} lead={classes.lead}>
        <ClassLine label={classes.label} words={classes.class} classes={classes.classes} />
      </BlockFrame>
      <BlockFrame id="method" heading={method.heading} ground="sunk">
        <Steps points={method.steps} />
      </BlockFrame>
      <BlockFrame id="why" heading={why.heading}>
        <Columns points={why.reasons} count="two" />
        <div className="actions">
          <Enrol href={enrollment_form_url} label={head.enrol} />
        </div>
      </BlockFrame>
    </>
  );
}
