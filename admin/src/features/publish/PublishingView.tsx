import { useMay } from "@/api/session";
import { usePublishStatus } from "@/resources/publishing";
import { Loaded } from "@/ui/Loaded";
import { Deliveries } from "./Deliveries";
import { FailedPages } from "./FailedPages";
import { Releases } from "./Releases";
import { Targets } from "./Targets";
import { Webhooks } from "./Webhooks";

/** What has gone live, and how. */
export function PublishingView() {
  const status = usePublishStatus();
  const may = useMay();
  return (
    <>
      <Loaded from={status} failed="The publish state could not be loaded">
        {(known) => (
          <>
            <FailedPages status={known} />
            <Releases status={known} />
          </>
        )}
      </Loaded>
      <Targets />
      {may("webhooks:write") && <Webhooks />}
      <Deliveries />
    </>
  );
}
