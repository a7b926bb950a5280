import { Panel } from "@/components/Panel";
import { Failure, Loading } from "@/components/states";
import { ReleaseHistory } from "./ReleaseHistory";
import { usePublishStatus } from "./usePublishStatus";

/** What has gone live, and how. */
export function PublishingView() {
  const { data, error, mutate } = usePublishStatus();
  return (
    <Panel title="Releases" subtitle="Every state of the site that went live, newest first.">
      {!data && error !== undefined && (
        <Failure title="The publish state could not be loaded" error={error} onRetry={() => mutate()} />
      )}
      {!data && error === undefined && <Loading />}
      {data && <ReleaseHistory live={data.release} />}
    </Panel>
  );
}
