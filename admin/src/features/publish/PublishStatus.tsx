import { asSentence } from "@academy/shared/api/errors";
import { Button, Popover, UnstyledButton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useMay } from "@/api/session";
import type { PublishStatus as Status } from "@/api/types";
import { FailureList } from "@/publishing/FailureList";
import { countOfPages } from "@/publishing/failedPages";
import { usePublishStatus } from "@/resources/publishing";
import { formatDuration, formatMoment } from "@/ui/format";
import { HeldNotice } from "./HeldNotice";
import { sentence, stepsOf, walked } from "./path";
import { ReleaseHistory } from "./ReleaseHistory";
import { usePublishNow } from "./usePublishNow";
import "./publish.css";

/**
 * Where the last change stands, always in sight: the last stretch of the path,
 * from saved over building to live.
 */
export function PublishStatus() {
  const { data: status, error } = usePublishStatus();
  const may = useMay();
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!opened) return;
    // The focus may still be at the button, outside of what is open.
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpened(false);
      button.current?.focus();
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [opened]);

  if (!status) {
    return (
      <div className="publish" role="status" aria-label="Publishing">
        <span className="publish-word">{error ? "Publish state unknown" : "…"}</span>
      </div>
    );
  }
  return (
    <div
      className="publish"
      data-state={status.held ? "held" : status.state}
      data-failed={status.failed_count > 0 || undefined}
    >
      <span className="visually-hidden" role="status" aria-label="Publishing">
        {sentence(status)}
        {status.state === "failed" && status.error ? `: ${status.error}` : ""}
      </span>
      <Popover width={320} position="bottom" opened={opened} onChange={setOpened}>
        <Popover.Target>
          <UnstyledButton ref={button} className="publish-path" onClick={() => setOpened((was) => !was)}>
            <span className="visually-hidden">Publish status: {sentence(status)}. </span>
            <Path status={status} />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label="Publish status">
          <Details status={status} />
          {status.failures.length > 0 && <FailureList status={status} limit={3} />}
          {may("content:publish") && <HeldNotice status={status} />}
          {may("content:read") && <ReleaseHistory live={status.release} />}
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

function Path({ status }: { status: Status }) {
  return (
    <span className="publish-line">
      <span className="publish-walked" style={{ transform: `scaleX(${walked(status)})` }} />
      {stepsOf(status).map((step) => (
        <span key={step.name} className="publish-step" data-state={step.state}>
          <span className="publish-stone" />
          {nameOf(step.name, status)}
        </span>
      ))}
    </span>
  );
}

function nameOf(name: string, { state, progress, failed_count }: Status): string {
  if (name === "Live" && state === "live" && failed_count > 0) return `Live, ${failed_count} failed`;
  if (name === "Building" && state === "failed") return "Failed";
  if (name === "Building" && state === "building" && progress && progress.total > 0) {
    return `Building ${progress.done}/${progress.total}`;
  }
  return name;
}

function Details({ status }: { status: Status }) {
  return (
    <dl className="publish-details">
      <dt>State</dt>
      <dd>{sentence(status)}</dd>
      {status.error && (
        <>
          <dt>Reason</dt>
          <dd className="publish-reason">{status.error}</dd>
        </>
      )}
      {status.live_since && (
        <>
          <dt>Live since</dt>
          <dd>{formatMoment(status.live_since)}</dd>
        </>
      )}
      {status.last_duration_ms !== null && (
        <>
          <dt>Last build</dt>
          <dd>{formatDuration(status.last_duration_ms)}</dd>
        </>
      )}
    </dl>
  );
}

/** Shown below the header while publishing fails, as a whole or for single pages: why, and the way out. */
export function PublishFailure() {
  const { data: status } = usePublishStatus();
  const { busy, publish } = usePublishNow();
  if (status && status.state !== "failed" && status.failures.length > 0) {
    return (
      <div className="publish-failure" role="alert">
        <div>
          <p>
            <strong>{countOfPages(status.failed_count)} could not be built.</strong> Everything else is live.
          </p>
          <FailureList status={status} limit={1} />
        </div>
      </div>
    );
  }
  if (status?.state !== "failed") return null;
  return (
    <div className="publish-failure" role="alert">
      <p>
        <strong>Publishing failed.</strong> {status.error && `${asSentence(status.error)} `}
        {status.release === "" ? "Nothing is live yet." : "The site still shows the last good version."} What you saved
        is safe.
      </p>
      <Button size="sm" variant="default" loading={busy} onClick={publish}>
        Publish again
      </Button>
    </div>
  );
}
