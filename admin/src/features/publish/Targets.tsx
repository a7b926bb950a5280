import useSWR from "swr";
import { api, body } from "@/api/client";
import type { TargetStatus } from "@/api/types";
import { formatDuration, formatMoment } from "@/components/format";
import { Panel } from "@/components/Panel";
import { Failure } from "@/components/states";
import "./webhooks.css";

/** How the targets stand is looked for this often, in milliseconds. */
const LOOK = 5000;

const STATES = { current: "Shows the live release", behind: "Being updated", failing: "Failing, is tried again" };
const MARKS = { current: "delivered", behind: "superseded", failing: "failed" };

/** Where releases are carried to; nothing when nowhere is configured. */
export function Targets() {
  const { data, error, mutate } = useSWR<TargetStatus[], unknown>(
    "/publish/targets",
    () => body(api.GET("/publish/targets")),
    { refreshInterval: LOOK },
  );
  if (data?.length === 0 || (!data && error === undefined)) return null;
  return (
    <Panel title="Targets" subtitle="Buckets and folders that each release is carried to.">
      {!data && <Failure title="The targets could not be loaded" error={error} onRetry={() => mutate()} />}
      {data && (
        <ul className="rows" aria-label="Targets">
          {data.map((status) => (
            <TargetRow key={status.target} status={status} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function TargetRow({ status }: { status: TargetStatus }) {
  return (
    <li className="row webhook">
      <div className="row-main">
        <p className="webhook-url">{status.target}</p>
        <p className="row-meta">
          <span>{status.kind === "mirror" ? "Mirror" : "Release store"}</span>
          {status.since && (
            <span className="figures">
              {status.release} since {formatMoment(status.since)}, {status.written} written and {status.removed} deleted
              in {formatDuration(status.duration_ms)}
            </span>
          )}
        </p>
      </div>
      <div className="webhook-last">
        <span className="status" data-status={MARKS[status.state]}>
          {STATES[status.state]}
        </span>
        {status.error && <p className="delivery-reason">{status.error}</p>}
      </div>
    </li>
  );
}
