import { useSession } from "@/api/session";
import { Panel } from "@/components/Panel";
import { Failure, Loading } from "@/components/states";
import { Deliveries } from "./Deliveries";
import { Releases } from "./Releases";
import { Targets } from "./Targets";
import { usePublishStatus } from "./usePublishStatus";
import { Webhooks } from "./Webhooks";

/** What has gone live, and how. */
export function PublishingView() {
  const { data, error, mutate } = usePublishStatus();
  const { user } = useSession();
  return (
    <>
      {data ? (
        <Releases status={data} />
      ) : (
        <Panel title="Releases">
          {error === undefined ? (
            <Loading />
          ) : (
            <Failure title="The publish state could not be loaded" error={error} onRetry={() => mutate()} />
          )}
        </Panel>
      )}
      <Targets />
      {user?.role === "administrator" && <Webhooks />}
      <Deliveries />
    </>
  );
}
