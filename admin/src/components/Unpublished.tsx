import { formatComing } from "./format";

interface Props {
  of: { has_working_copy?: boolean; scheduled_changes?: { publish_at: string; refused: string } };
}

/** Says in a list that a document has changes that are not published, and what is planned with them. */
export function Unpublished({ of: { has_working_copy, scheduled_changes: scheduled } }: Props) {
  if (!has_working_copy) return null;
  return (
    <span className="status" data-status={scheduled?.refused ? "failed" : "pending"}>
      <span>Unpublished changes</span>
      {scheduled &&
        (scheduled.refused
          ? `, not published when due: ${scheduled.refused}`
          : `, published ${formatComing(scheduled.publish_at)}`)}
    </span>
  );
}
