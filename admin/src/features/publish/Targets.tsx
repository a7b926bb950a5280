import type { TargetStatus } from "@/api/types";
import { useTargets } from "@/resources/publishing";
import { Loaded } from "@/ui/Loaded";
import { Panel } from "@/ui/Panel";
import { reasonOf } from "./deliveryWords";
import { againOf, factsOf, stateOf } from "./targetWords";
import "./targets.css";
import "./webhooks.css";

const MARKS = { current: "delivered", behind: "superseded", failing: "failed" };

/** Where the site is mirrored to; nothing when nowhere is configured. */
export function Targets() {
  const targets = useTargets();
  if (targets.data?.length === 0 || (!targets.data && targets.error === undefined)) return null;
  return (
    <Panel title="Targets" subtitle="Buckets and folders that the site is mirrored to.">
      <Loaded from={targets} failed="The targets could not be loaded">
        {(known) => (
          <ul className="rows" aria-label="Targets">
            {known.map((status) => (
              <TargetRow key={status.target} status={status} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

function TargetRow({ status }: { status: TargetStatus }) {
  return (
    <li className="row target" aria-label={`Mirror ${status.target}`}>
      <div className="row-main">
        <h3>
          Mirror
          <span className="status" data-status={MARKS[status.state]}>
            {stateOf(status)}
          </span>
        </h3>
        <p className="webhook-url">{status.target}</p>
        <p className="row-meta figures">
          {factsOf(status).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        {status.error && (
          <p className="target-failure">
            <span className="target-reason">{reasonOf({ error: status.error })}</span> {againOf(status)}
          </p>
        )}
      </div>
    </li>
  );
}
