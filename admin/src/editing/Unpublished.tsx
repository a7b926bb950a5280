import { formatComing } from "@/ui/format";
import { fieldsOf } from "./fieldWords";

interface Scheduled {
  publish_at: string;
  refused: string;
  changed_since: readonly string[];
}

interface Props {
  of: { has_working_copy?: boolean; scheduled_changes?: Scheduled };
}

/** Says in a list that a document has changes that are not published, and what becomes of those that have a time. */
export function Unpublished({ of: { has_working_copy, scheduled_changes: scheduled } }: Props) {
  if (!has_working_copy) return null;
  const fails = scheduled && (scheduled.refused || scheduled.changed_since.length > 0);
  return (
    <span className="status" data-status={fails ? "failed" : "pending"}>
      <span>Unpublished changes</span>
      {scheduled && `, ${whatBecomesOf(scheduled)}`}
    </span>
  );
}

function whatBecomesOf({ publish_at, refused, changed_since }: Scheduled): string {
  if (refused) return `not published when due: ${refused}`;
  const at = formatComing(publish_at);
  if (changed_since.length === 0) return `published ${at}`;
  return `not to be published ${at}: somebody else has changed the same fields since, ${fieldsOf(changed_since)}`;
}
