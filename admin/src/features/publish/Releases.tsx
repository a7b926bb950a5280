import { Button, TextInput } from "@mantine/core";
import { useDeferredValue, useState } from "react";
import useSWR from "swr";
import type { PublishStatus } from "@/api/types";
import { useConfirm } from "@/components/confirm";
import { formatSecond } from "@/components/format";
import { Pages } from "@/components/Pages";
import { Panel } from "@/components/Panel";
import { Empty, Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import { usePublishStatus } from "@/components/usePublishStatus";
import { useContentModel } from "@/model/model";
import { activateRelease, fetchDifference, fetchReleases, RELEASES_KEY, type Release, type ReleasePage } from "./calls";
import { HeldNotice } from "./HeldNotice";
import { CheckButton, CheckResult, useCheck } from "./ReleaseCheck";
import { Effect, ReleaseDetails } from "./ReleaseDetails";
import { changeOf, keptWords, titleOf, wayTo } from "./releaseWords";
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
          placeholder="A title, a page or a person"
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
  const { data: model } = useContentModel();
  const when = formatSecond(release.built_at);
  const current = release.release === live;
  const check = useCheck(release);
  return (
    <li className="row release" aria-label={when}>
      <div className="row-main">
        <h3>
          {titleOf(release, model)}
          {current && (
            <span className="status" data-status="live">
              Live
            </span>
          )}
        </h3>
        <p className="row-meta figures">
          <time dateTime={release.built_at}>{when}</time>
          <span>{changeOf(release)}</span>
          {release.code_changed && release.content_change_count > 0 && <span>program updated</span>}
        </p>
        <ReleaseDetails release={release} />
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

function ActivateButton({ release, live, when }: { release: Release; live: string; when: string }) {
  const { mutate } = usePublishStatus();
  const [busy, setBusy] = useState(false);
  const confirm = useConfirm();
  const way = wayTo(release, live);
  const back = way === "Roll back to this";

  const activate = async () => {
    setBusy(true);
    // Not to know what it takes back is no reason to keep anybody from going back.
    const difference = await fetchDifference(release.release).catch(() => null);
    setBusy(false);
    const yes = await confirm({
      message: back ? `Roll the site back to ${when}?` : `Make the site of ${when} live again?`,
      detail: <Effect release={release} difference={difference} />,
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
