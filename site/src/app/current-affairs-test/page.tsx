import "@/app/styles";
import { ButtonLink } from "@/components/ButtonLink";
import { ComingSoon } from "@/components/ComingSoon";
import { NotifyForm } from "@/features/notify/NotifyForm";
import { Columns, Part } from "@/features/programmes/Parts";
import { PageFacts } from "@/features/seo/Facts";
import { pageMetadata } from "@/features/seo/metadata";

export const generateMetadata = () => pageMetadata("/current-affairs-test");

const features = [
  {
    title: "One test for each month",
    text: "A month of news turned into questions, so that revision does not pile up.",
  },
  { title: "Tied to the syllabus", text: "Each question leads back to the static subject it belongs to." },
  { title: "Free bonus", text: "It comes with the other programmes and costs nothing." },
];

export default function CurrentAffairsTest() {
  return (
    <>
      <PageFacts path="/current-affairs-test" />
      <div className="stretch page-head">
        <ComingSoon title="Current Affairs Monthly Test">
          <p>
            <strong>Coming Soon.</strong> Leave your e-mail and we tell you when the first test opens.
          </p>
          <NotifyForm />
        </ComingSoon>
      </div>
      <Part id="features" title="What it will be" sunk>
        <Columns points={features} count="three" />
        <div className="actions">
          <ButtonLink href="/" tone="quiet" back>
            Back to Home
          </ButtonLink>
        </div>
      </Part>
    </>
  );
}
