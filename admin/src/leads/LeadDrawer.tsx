import { hasStatus } from "@academy/shared/api/errors";
import { Drawer } from "@mantine/core";
import { useLead } from "@/resources/leads";
import { formatDayTime } from "@/ui/format";
import { Empty } from "@/ui/states";
import { KINDS, type Ref } from "./kinds";
import { LeadDesk } from "./LeadDesk";
import { detailOf } from "./words";
import "./leads.css";

interface Props {
  /** The lead to show; null shows none. */
  of: Ref | null;
  onClose: () => void;
}

/** A whole lead: what the staff do with it, and what was filled in. */
export function LeadDrawer({ of, onClose }: Props) {
  const { data, error } = useLead(of);
  return (
    <Drawer opened={of !== null} onClose={onClose} position="right" size="30rem" title={data?.name ?? "Lead"}>
      {of && hasStatus(error, 404) && <Empty title="This lead no longer exists" />}
      {of && !hasStatus(error, 404) && (
        <>
          {data && (
            <p className="lead-by">
              {KINDS[data.kind].one}, <time dateTime={data.created_at}>{formatDayTime(data.created_at)}</time>
            </p>
          )}
          <LeadDesk key={of.id} of={of} />
          {data && (
            <dl className="lead-details">
              {data.details.map(({ name, value }) => {
                const [label, words] = detailOf(name, value);
                return (
                  <div key={name}>
                    <dt>{label}</dt>
                    <dd>{words || "Not given"}</dd>
                  </div>
                );
              })}
            </dl>
          )}
        </>
      )}
    </Drawer>
  );
}
