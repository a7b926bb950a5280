import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { asSentence } from "@/api/errors";
import type { PublishStatus } from "@/api/types";
import { pathOf } from "@/components/failedPages";
import { formatMoment } from "@/components/format";
import { Panel } from "@/components/Panel";
import { countOfPages, placeOf } from "./failures";

type Status = Pick<PublishStatus, "failures" | "failed_count">;

interface Props {
  status: Status;
  /** How many are shown. */
  limit?: number;
}

/** The pages that could not be made: which, why, and where to change it. */
export function FailureList({ status: { failures, failed_count }, limit = failures.length }: Props) {
  const shown = failures.slice(0, limit);
  const more = failed_count - shown.length;
  return (
    <ul className="failures">
      {shown.map(({ path, reason, since }) => {
        const { to, label } = placeOf(path);
        return (
          <li key={path}>
            <span className="failure-path">{pathOf(path)}</span>
            <span className="failure-reason">{asSentence(reason)}</span>
            <time className="figures" dateTime={since}>
              since {formatMoment(since)}
            </time>
            <Anchor component={Link} to={to} aria-label={`${label}: ${pathOf(path)}`}>
              {label}
            </Anchor>
          </li>
        );
      })}
      {more > 0 && (
        <li>
          <Anchor component={Link} to="/admin/dashboard?tab=settings&view=publishing">
            And {countOfPages(more)} more
          </Anchor>
        </li>
      )}
    </ul>
  );
}

/** Among the rest of what is said about publishing; nothing when every page could be made. */
export function FailedPages({ status }: { status: Status }) {
  if (status.failures.length === 0) return null;
  return (
    <Panel
      title="Pages that could not be made"
      subtitle="Each shows its last good version, or nothing when it has none. Everything else is live. A page is tried again when what it shows is changed."
    >
      <FailureList status={status} />
    </Panel>
  );
}
