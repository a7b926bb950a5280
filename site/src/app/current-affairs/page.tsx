import "@/app/styles";
import { load } from "@/app/load";
import { PageFacts } from "@/app/seo/Facts";
import { pageMetadata } from "@/app/seo/metadata";
import { ButtonLink } from "@/components/ButtonLink";
import { ComingSoon } from "@/components/ComingSoon";
import Redirect from "@/live/Redirect";

export const generateMetadata = () => pageMetadata("/current-affairs");

export default async function CurrentAffairs() {
  const { texts, current_affairs_redirect, current_affairs_url } = await load("/current-affairs");
  const { head } = texts;
  return (
    <div className="stretch page-head">
      <PageFacts path="/current-affairs" />
      <Redirect built={{ current_affairs_redirect, current_affairs_url }} />
      <ComingSoon title={head.title}>
        {head.text && <p>{head.text}</p>}
        <div className="actions">
          {current_affairs_redirect && <ButtonLink href={current_affairs_url}>{head.go}</ButtonLink>}
          <ButtonLink href={head.test_link} tone="quiet">
            {head.test}
          </ButtonLink>
        </div>
      </ComingSoon>
    </div>
  );
}
