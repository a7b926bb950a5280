import { useSession } from "@/api/session";
import { Panel } from "@/components/Panel";
import { Failure, Loading } from "@/components/states";
import { usePublishStatus } from "@/components/usePublishStatus";
import { Deliveries } from "./Deliveries";
import { FailedPages } from "./FailedPages";
import { Releases } from "./Releases";
import { Targets } from "./Targets";
import { Webhooks } from "./Webhooks";

/** What has gone live, and how. */
export function PublishingView() {
  const { data, error, mutate } = usePublishStatus();
  const { user } = useSession();
  return (
    <>
      {data ? (
        <>
          <FailedPages status={data} />
          <Releases status={data} />
        </>
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
