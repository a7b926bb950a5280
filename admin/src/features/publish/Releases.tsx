import { Button, TextInput } from "@mantine/core";
import { useDeferredValue, useState } from "react";
import useSWR from "swr";
import type { PublishStatus } from "@/api/types";
import { useConfirm } from "@/components/confirm";
import { formatDuration, formatSecond } from "@/components/format";
import { Pages } from "@/components/Pages";
import { Panel } from "@/components/Panel";
import { Empty, Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import { usePublishStatus } from "@/components/usePublishStatus";
import { activateRelease, fetchReleases, RELEASES_KEY, type Release, type ReleasePage } from "./calls";
import { HeldNotice } from "./HeldNotice";
import { CheckButton, CheckResult, useCheck } from "./ReleaseCheck";
import { changeOf, keptWords, wayTo } from "./releaseWords";
import "./releases.css";

const PAGE = 10;

/** Everything that went live, and the way back to it. */
export function Releases({ status }: { status: PublishStatus }) {
  const [q, setQ] = useState("");
  const [pageNumber, setPageNumber] = useState(1);
  const query = { q: useDeferredValue(q.trim()) || undefined, limit: PAGE, offset: (pageNumber - 1) * PAGE };
  // A new live release is a new key: the list is read again when there is something to read.
  const { data, error, mutate } = useSWR<ReleasePage, unknown>(
    [RELEASES_KEY, status.release, query],
    () => fetchReleases(query),
    { keepPreviousData: true },
  );

  return (
    <Panel
      title="Releases"
      subtitle={`Every state of the site that went live, newest first. ${keptWords(status.kept)}`}
    >
      <HeldNotice status={status} />
      <div className="filters">
        <TextInput
          label="Search"
          name="release-search"
          placeholder="A page, or who changed it"
          value={q}
          onChange={(event) => {
            setQ(event.currentTarget.value);
            setPageNumber(1);
          }}
        />
        <p className="filters-count figures" role="status">
          {data && `${data.total.toLocaleString("en-IN")} ${query.q ? "found" : "in all"}`}
        </p>
      </div>
      {!data && error !== undefined && (
        <Failure title="The releases could not be loaded" error={error} onRetry={() => mutate()} />
      )}
      {!data && error === undefined && <Loading />}
      {data?.items.length === 0 &&
        (query.q ? (
          <Empty title="Nothing matches">Search for another page or person.</Empty>
        ) : (
          <Empty title="Nothing was published yet">Each state of the site that goes live appears here.</Empty>
        ))}
      {data && data.items.length > 0 && (
        <ul className="rows" aria-label="Releases">
          {data.items.map((release) => (
            <ReleaseRow key={release.release} release={release} live={status.release} />
          ))}
        </ul>
      )}
      {data && <Pages of="releases" count={Math.ceil(data.total / PAGE)} current={pageNumber} onTurn={setPageNumber} />}
    </Panel>
  );
}

function ReleaseRow({ release, live }: { release: Release; live: string }) {
  const when = formatSecond(release.built_at);
  const current = release.release === live;
  const check = useCheck(release);
  return (
    <li className="row release" aria-label={when}>
      <div className="row-main">
        <h3 className="figures">
          <time dateTime={release.built_at}>{when}</time>
          {current && (
            <span className="status" data-status="live">
              Live
            </span>
          )}
        </h3>
        <p className="row-meta figures">
          <span>{changeOf(release)}</span>
          <span>{formatDuration(release.duration_ms)}</span>
          {release.mode === "full" && <span>whole site built</span>}
          {release.by && <span>{release.by}</span>}
        </p>
        <Routes release={release} />
        <CheckResult check={check} />
      </div>
      <div className="row-actions">
        {release.available ? (
          <>
            <CheckButton check={check} when={when} />
            {!current && <ActivateButton release={release} live={live} when={when} />}
          </>
        ) : (
          <span className="release-gone">No longer kept</span>
        )}
      </div>
    </li>
  );
}

function Routes({ release: { changed_routes, changed_count } }: { release: Release }) {
  if (changed_routes.length === 0) return null;
  const more = changed_count - changed_routes.length;
  return (
    <details className="release-routes">
      <summary>Pages</summary>
      <ul>
        {changed_routes.map((route) => (
          <li key={route}>{route}</li>
        ))}
        {more > 0 && <li className="release-more">and {more.toLocaleString("en-IN")} more</li>}
      </ul>
    </details>
  );
}

function ActivateButton({ release, live, when }: { release: Release; live: string; when: string }) {
  const { mutate } = usePublishStatus();
  const [busy, setBusy] = useState(false);
  const confirm = useConfirm();
  const way = wayTo(release, live);
  const back = way === "Roll back to this";

  const activate = async () => {
    const yes = await confirm({
      message: back ? `Roll the site back to ${when}?` : `Make the site of ${when} live again?`,
      detail:
        "Visitors see the site as it was then, at once. It stays so until the next change of public content, or until somebody presses Publish now. Nothing that was saved is lost.",
      confirm: back ? "Roll back" : "Go live",
      danger: back,
    });
    if (!yes) return;
    setBusy(true);
    try {
      await mutate(activateRelease(release.release), { revalidate: false });
      toast.success(back ? `The site is as it was at ${when}` : `The site of ${when} is live again`);
    } catch (error) {
      toast.failure(`Failed to ${back ? "roll back" : "go live again"}`, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" size="xs" loading={busy} aria-label={`${way}: ${when}`} onClick={activate}>
      {way}
    </Button>
  );
}
