import "@/app/styles";
import { Fragment, type ReactNode } from "react";
import { load } from "@/content/load";
import { Facts } from "@/features/seo/Facts";
import { organization, website } from "@/features/seo/facts";
import { homeMetadata } from "@/features/seo/metadata";
import { Differentiators } from "@/sections/differentiators/Differentiators";
import { GuidingPrinciples } from "@/sections/guiding-principles/GuidingPrinciples";
import { Hero } from "@/sections/hero/Hero";
import { FollowArrangement, LiveSection } from "@/sections/LiveSection";
import { LearningPaths } from "@/sections/learning-paths/LearningPaths";
import { MentorshipProcess } from "@/sections/mentorship-process/MentorshipProcess";
import { MissionVision } from "@/sections/mission-vision/MissionVision";
import { NcertPoster } from "@/sections/ncert-poster/NcertPoster";
import { NcertShowcase } from "@/sections/ncert-showcase/NcertShowcase";
import { arranged, isShown, type SectionType } from "@/sections/order";
import { PsiPromo } from "@/sections/psi-promo/PsiPromo";
import { QuickAccess } from "@/sections/quick-access/QuickAccess";
import { textsOf } from "@/sections/texts";
import { WhyChoose } from "@/sections/why-choose/WhyChoose";

export const generateMetadata = () => homeMetadata();

export default async function Home() {
  const { sections, texts, programs, features, differentiators, hero, contact, social_links, ...addresses } =
    await load("/");
  const { enrollment_form_url, sample_test_url } = addresses;
  const elsewhere = social_links.filter((link) => link.visible).map((link) => link.url);
  const blocks: Record<SectionType, () => ReactNode> = {
    hero: () => <Hero texts={textsOf("hero", texts)} media={hero} enrol={enrollment_form_url} />,
    "why-choose": () => <WhyChoose texts={textsOf("why-choose", texts)} />,
    "psi-promo": () => <PsiPromo texts={textsOf("psi-promo", texts)} sample={sample_test_url} />,
    "ncert-showcase": () => <NcertShowcase texts={textsOf("ncert-showcase", texts)} />,
    "ncert-poster": () => <NcertPoster texts={textsOf("ncert-poster", texts)} />,
    "guiding-principles": () => <GuidingPrinciples texts={textsOf("guiding-principles", texts)} />,
    "learning-paths": () => <LearningPaths texts={textsOf("learning-paths", texts)} programs={programs} />,
    "mentorship-process": () => <MentorshipProcess texts={textsOf("mentorship-process", texts)} />,
    differentiators: () => <Differentiators texts={textsOf("differentiators", texts)} items={differentiators} />,
    "mission-vision": () => <MissionVision texts={textsOf("mission-vision", texts)} />,
    "quick-access": () => <QuickAccess texts={textsOf("quick-access", texts)} ways={features} />,
  };
  return (
    <Fragment>
      <Facts facts={(source) => [organization(source, { ...contact, elsewhere }), website(source)]} />
      <FollowArrangement built={sections} />
      {arranged(sections)
        .filter((type) => isShown(type, sections))
        .map((type) => (
          <LiveSection key={type} type={type} built={sections}>
            {blocks[type]()}
          </LiveSection>
        ))}
    </Fragment>
  );
}
