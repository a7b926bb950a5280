import "@/app/styles";
import { load } from "@/app/load";
import { PageFacts } from "@/app/seo/Facts";
import { pageMetadata } from "@/app/seo/metadata";
import { BlockFrame } from "@/components/BlockFrame";
import { ButtonLink } from "@/components/ButtonLink";
import { ComingSoon } from "@/components/ComingSoon";
import { Rich } from "@/components/Rich";
import { notifyForm } from "@/features/notify/fields";
import NotifyForm from "@/features/notify/NotifyForm";
import { Columns } from "@/features/programmes/Parts";

export const generateMetadata = () => pageMetadata("/current-affairs-test");

export default async function CurrentAffairsTest() {
  const { head, form, features } = (await load("/current-affairs-test")).texts;
  return (
    <>
      <PageFacts path="/current-affairs-test" />
      <div className="stretch page-head">
        <ComingSoon title={head.title}>
          <Rich html={head.text} />
          <NotifyForm texts={form} own={form.done !== notifyForm.done.default} />
        </ComingSoon>
      </div>
      <BlockFrame id="features" heading={features.heading} ground="sunk">
        <Columns points={features.features} count="three" />
        <div className="actions">
          <ButtonLink href="/" tone="quiet" back>
            {features.back}
          </ButtonLink>
        </div>
      </BlockFrame>
    </>
  );
}
