import { Button } from "@mantine/core";
import { useState } from "react";
import type { PublishStatus } from "@/api/types";
import { ListFrame } from "@/lists/ListFrame";
import { useList } from "@/lists/useList";
import { useContentModel } from "@/model/model";
import {
  activateRelease,
  fetchDifference,
  fetchReleases,
  RELEASES,
  type Release,
  usePublishStatus,
} from "@/resources/publishing";
import { formatSecond } from "@/ui/format";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { useAction } from "@/ui/useAction";
import { HeldNotice } from "./HeldNotice";
import { CheckButton, CheckResult, useCheck } from "./ReleaseCheck";
import { Effect, ReleaseDetails } from "./ReleaseDetails";
import { changeOf, keptWords, titleOf, wayTo } from "./releaseWords";
import "./releases.css";

/** Everything that went live, and the way back to it. */
export function Releases({ status }: { status: PublishStatus }) {
  // A new live release is a new version: the list is read again when there is something to read.
  const list = useList({ name: RELEASES, fetchPage: fetchReleases, perPage: 10, version: status.release });
  return (
    <Panel
      title="Releases"
      subtitle={`Every state of the site that went live, newest first. ${keptWords(status.kept)}`}
    >
      <HeldNotice status={status} />
      <ListFrame
        name={RELEASES}
        list={list}
        failed="The releases could not be loaded"
        empty={<Empty title="No releases yet">Each release appears here when it goes live.</Empty>}
        nothing={<Empty title="Nothing found">Search for another page or person.</Empty>}
      >
        {(releases) => (
          <ul className="rows" aria-label="Releases">
            {releases.map((release) => (
              <ReleaseRow key={release.release} release={release} live={status.release} />
            ))}
          </ul>
        )}
      </ListFrame>
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
          {release.code_changed && release.content_change_count > 0 && <span>software updated</span>}
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
  const [asking, setAsking] = useState(false);
  const { act, busy } = useAction();
  const way = wayTo(release, live);
  const back = way === "Roll back to this";

  const activate = async () => {
    setAsking(true);
    // Not to know what it takes back is no reason to keep anybody from going back.
    const difference = await fetchDifference(release.release).catch(() => null);
    setAsking(false);
    await act({
      question: {
        message: back ? `Roll the site back to ${when}?` : `Make the site of ${when} live again?`,
        detail: <Effect release={release} difference={difference} />,
        confirm: back ? "Roll back" : "Go live",
        danger: back,
      },
      run: () => mutate(activateRelease(release.release), { revalidate: false }),
      done: back ? `The site is as it was at ${when}` : `The site of ${when} is live again`,
      failed: `Failed to ${back ? "roll back" : "go live again"}`,
    });
  };
  return (
    <Button variant="default" size="xs" loading={asking || busy} aria-label={`${way}: ${when}`} onClick={activate}>
      {way}
    </Button>
  );
}
