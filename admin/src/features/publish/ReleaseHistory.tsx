import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import useSWR from "swr";
import { useContentModel } from "@/model/model";
import { fetchReleases, RELEASES } from "@/resources/publishing";
import { addressOf } from "@/ui/address";
import { formatMoment } from "@/ui/format";
import { changeOf, titleOf } from "./releaseWords";

/** How many the header shows. */
const SHORT = 4;

/** What went live lately, in short, and the way to all of it. */
export function ReleaseHistory({ live }: { live: string }) {
  const { data: model } = useContentModel();
  // A new live release is a new key: the list is read again when there is something to read.
  const { data } = useSWR([RELEASES, "lately", live], () => fetchReleases({ limit: SHORT }));
  if (!data || data.items.length === 0) return null;
  return (
    <>
      <h3 className="releases-title">Recently published</h3>
      <ol className="releases">
        {data.items.map((release) => (
          <li key={release.release} data-current={release.current || undefined}>
            <p>
              <time dateTime={release.built_at}>{formatMoment(release.built_at)}</time>
              <span>{changeOf(release)}</span>
            </p>
            <p className="releases-what">{titleOf(release, model)}</p>
          </li>
        ))}
      </ol>
      <Anchor component={Link} to={addressOf("settings", { view: "publishing" })} className="releases-all">
        All releases and roll back
      </Anchor>
    </>
  );
}
