import { WhileHeld } from "@/publishing/WhileHeld";
import { Loaded } from "@/ui/Loaded";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { useSocialLinks } from "./calls";
import { AddLink, LinkRow } from "./LinkRow";
import "./social.css";

export function SocialTab() {
  const links = useSocialLinks();
  return (
    <>
      <Panel title="Add Social Media Link">
        <WhileHeld when="Any change here" />
        <AddLink />
      </Panel>
      <Panel title="Social Media Links" subtitle="The footer shows the active ones, by order.">
        <Loaded
          from={links}
          failed="The links could not be loaded"
          empty={<Empty title="No social media links added yet. Add your first link above." />}
        >
          {(known) => (
            <ul className="rows">
              {known.map((link) => (
                <LinkRow key={link.id} link={link} />
              ))}
            </ul>
          )}
        </Loaded>
      </Panel>
    </>
  );
}
