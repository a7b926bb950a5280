import { Panel } from "@/components/Panel";
import { Empty, Failure, Loading } from "@/components/states";
import { useLoadFailure } from "@/components/useLoadFailure";
import { WhileHeld } from "@/components/WhileHeld";
import { AddLink } from "./AddLink";
import { useSocialLinks } from "./calls";
import { LinkRow } from "./LinkRow";
import "./social.css";

export function SocialTab() {
  const { data, error, mutate } = useSocialLinks();
  useLoadFailure(data ? undefined : error);
  return (
    <>
      <Panel title="Add Social Media Link">
        <WhileHeld when="Any change here" />
        <AddLink />
      </Panel>
      <Panel title="Social Media Links" subtitle="The footer shows the active ones, by order.">
        {!data && error !== undefined && (
          <Failure title="The links could not be loaded" error={error} onRetry={() => mutate()} />
        )}
        {!data && error === undefined && <Loading />}
        {data?.length === 0 && <Empty title="No social media links added yet. Add your first link above." />}
        {data && data.length > 0 && (
          <ul className="rows">
            {data.map((link) => (
              <LinkRow key={link.id} link={link} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}
