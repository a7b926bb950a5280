import { body } from "@academy/shared/api/client";
import useSWR from "swr";
import { api } from "@/api/client";
import { formatMoment } from "@/ui/format";

/** How often it is said that somebody is here still. */
const EVERY = 15_000;

interface Props {
  /** As in the addresses of the API's calls. */
  collection: string;
  id: string;
}

/** Says who else has a document open, and since when; and tells them of this person. */
export function Presence({ collection, id }: Props) {
  const { data } = useSWR(
    ["presence", collection, id],
    () => body(api.PUT("/admin/presence/{collection}/{id}", { params: { path: { collection, id } } })),
    // It is open also while something is looked up in another tab.
    { refreshInterval: EVERY, refreshWhenHidden: true, keepPreviousData: false },
  );
  return (
    <div role="status">
      {data && data.others.length > 0 && (
        <ul className="notice presence">
          {data.others.map(({ name, since }) => (
            <li key={name}>
              {name} has had this open since {formatMoment(since)}.
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
