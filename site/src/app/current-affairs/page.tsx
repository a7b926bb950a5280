import "@/app/styles";
import type { Metadata } from "next";
import { ButtonLink } from "@/components/ButtonLink";
import { ComingSoon } from "@/components/ComingSoon";
import { load } from "@/content/load";
import { Redirect } from "@/live/Redirect";

export const metadata: Metadata = {
  title: "Current Affairs",
  description: "Current affairs for the exam, month by month. Coming soon.",
  alternates: { canonical: "/current-affairs" },
};

export default async function CurrentAffairs() {
  const { current_affairs_redirect, current_affairs_url } = await load("/current-affairs");
  return (
    <div className="stretch page-head">
      <Redirect built={{ current_affairs_redirect, current_affairs_url }} />
      <div className="milestone">
        <ComingSoon title="Coming Soon">
          <p>Current affairs, sorted by what the syllabus asks. We are drawing this part of the map.</p>
        </ComingSoon>
        <div className="actions">
          <ButtonLink href="/current-affairs-test" tone="quiet">
            The monthly test
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
