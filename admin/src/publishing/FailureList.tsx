import { asSentence } from "@academy/shared/api/errors";
import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { PublishStatus } from "@/api/types";
import { useContentModel } from "@/model/model";
import { usePages } from "@/resources/pages";
import { addressOf } from "@/ui/address";
import { formatMoment } from "@/ui/format";
import { countOfPages, pathOf, placeOf } from "./failedPages";
import "./failures.css";

export type FailureStatus = Pick<PublishStatus, "failures" | "failed_count">;

interface Props {
  status: FailureStatus;
  /** How many are shown. */
  limit?: number;
}

/** The pages that could not be built: which, why, and where to change it. */
export function FailureList({ status: { failures, failed_count }, limit = failures.length }: Props) {
  const { data: model } = useContentModel();
  const { data: made } = usePages(failures.length > 0);
  const shown = failures.slice(0, limit);
  const more = failed_count - shown.length;
  return (
    <ul className="failures">
      {shown.map(({ path, reason, since }) => {
        const { to, label } = placeOf(path, model?.pages ?? [], made);
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
          <Anchor component={Link} to={addressOf("settings", { view: "publishing" })}>
            And {countOfPages(more)} more
          </Anchor>
        </li>
      )}
    </ul>
  );
}
