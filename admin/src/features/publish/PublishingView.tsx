import { useSession } from "@/api/session";
import { Panel } from "@/components/Panel";
import { Failure, Loading } from "@/components/states";
import { Deliveries } from "./Deliveries";
import { ReleaseHistory } from "./ReleaseHistory";
import { usePublishStatus } from "./usePublishStatus";
import { Webhooks } from "./Webhooks";

/** What has gone live, and how. */
export function PublishingView() {
  const { data, error, mutate } = usePublishStatus();
  const { user } = useSession();
  return (
    <>
      <Panel title="Releases" subtitle="Every state of the site that went live, newest first.">
        {!data && error !== undefined && (
          <Failure title="The publish state could not be loaded" error={error} onRetry={() => mutate()} />
        )}
        {!data && error === undefined && <Loading />}
        {data && <ReleaseHistory live={data.release} />}
      </Panel>
      {user?.role === "administrator" && <Webhooks />}
      <Deliveries />
    </>
  );
}
