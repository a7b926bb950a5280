import useSWR from "swr";
import { formatDuration, formatMoment } from "@/components/format";
import { fetchReleases, RELEASES_KEY, type Release } from "./calls";

/** What went live when, how long it took, and which pages changed. Newest first. */
export function ReleaseHistory({ live }: { live: string }) {
  // A new live release is a new key: the list is read again when there is something to read.
  const { data } = useSWR<Release[], unknown>([RELEASES_KEY, live], fetchReleases);
  if (!data || data.length === 0) return null;
  return (
    <>
      <h3 className="releases-title">Lately published</h3>
      <ol className="releases">
        {data.map((release) => (
          <li key={release.release} data-current={release.current || undefined}>
            <p>
              <time dateTime={release.built_at}>{formatMoment(release.built_at)}</time>
              <span>
                {pages(release)} · {formatDuration(release.duration_ms)}
              </span>
            </p>
            {release.changed_routes.length > 0 && (
              <p className="releases-routes">{release.changed_routes.slice(0, 3).join(" ")}</p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function pages({ changed_count, removed_count }: Release): string {
  const changed = `${changed_count} ${changed_count === 1 ? "page" : "pages"}`;
  return removed_count > 0 ? `${changed}, ${removed_count} removed` : changed;
}
