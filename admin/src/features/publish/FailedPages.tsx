import { FailureList, type FailureStatus } from "@/publishing/FailureList";
import { Panel } from "@/ui/Panel";

/** Among the rest of what is said about publishing; nothing when every page could be made. */
export function FailedPages({ status }: { status: FailureStatus }) {
  if (status.failures.length === 0) return null;
  return (
    <Panel
      title="Pages that could not be built"
      subtitle="Each shows its last good version, or nothing when it has none. Everything else is live. A page is built again when its content changes."
    >
      <FailureList status={status} />
    </Panel>
  );
}
