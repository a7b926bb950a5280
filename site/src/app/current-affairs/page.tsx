import "@/app/styles";
import { ButtonLink } from "@/components/ButtonLink";
import { ComingSoon } from "@/components/ComingSoon";
import { load } from "@/content/load";
import { PageFacts } from "@/features/seo/Facts";
import { pageMetadata } from "@/features/seo/metadata";
import { Redirect } from "@/live/Redirect";

export const generateMetadata = () => pageMetadata("/current-affairs");

export default async function CurrentAffairs() {
  const { current_affairs_redirect, current_affairs_url } = await load("/current-affairs");
  return (
    <div className="stretch page-head">
      <PageFacts path="/current-affairs" />
      <Redirect built={{ current_affairs_redirect, current_affairs_url }} />
      <ComingSoon title="Coming Soon">
        <p>Current affairs, sorted by what the syllabus asks. We are drawing this part of the map.</p>
        <div className="actions">
          {current_affairs_redirect && current_affairs_url && (
            <ButtonLink href={current_affairs_url}>Go to current affairs</ButtonLink>
          )}
          <ButtonLink href="/current-affairs-test" tone="quiet">
            The monthly test
          </ButtonLink>
        </div>
      </ComingSoon>
    </div>
  );
}
