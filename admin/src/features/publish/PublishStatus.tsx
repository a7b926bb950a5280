import { Button, Popover, UnstyledButton } from "@mantine/core";
import type { PublishStatus as Status } from "@/api/types";
import { formatDuration, formatMoment } from "@/components/format";
import { HeldNotice } from "./HeldNotice";
import { sentence, stepsOf, walked } from "./path";
import { ReleaseHistory } from "./ReleaseHistory";
import { usePublishNow } from "./usePublishNow";
import { usePublishStatus } from "./usePublishStatus";

/**
 * Where the last change stands, always in sight: the last stretch of the path,
 * from saved over building to live.
 */
export function PublishStatus() {
  const { data: status, error } = usePublishStatus();
  if (!status) {
    return (
      <div className="publish" role="status" aria-label="Publishing">
        <span className="publish-word">{error ? "Publish state unknown" : "…"}</span>
      </div>
    );
  }
  return (
    <div className="publish" data-state={status.held ? "held" : status.state}>
      <span className="visually-hidden" role="status" aria-label="Publishing">
        {sentence(status)}
        {status.state === "failed" && status.error ? `: ${status.error}` : ""}
      </span>
      <Popover width={320} position="bottom">
        <Popover.Target>
          <UnstyledButton className="publish-path" aria-label={`Publish status: ${sentence(status)}`}>
            <Path status={status} />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label="Publish status">
          <Details status={status} />
          <HeldNotice status={status} />
          <ReleaseHistory live={status.release} />
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

function Path({ status }: { status: Status }) {
  return (
    <span className="publish-line" aria-hidden="true">
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

function nameOf(name: string, { state, progress }: Status): string {
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
      {status.release && (
        <>
          <dt>Release</dt>
          <dd className="publish-release">{status.release}</dd>
        </>
      )}
    </dl>
  );
}

/** Shown below the header while publishing fails: why, and the way out. */
export function PublishFailure() {
  const { data: status } = usePublishStatus();
  const { busy, refused, publish } = usePublishNow();
  if (status?.state !== "failed") return null;
  return (
    <div className="publish-failure" role="alert">
      <p>
        <strong>Publishing failed.</strong> {asSentence(status.error)}{" "}
        {status.release === "" ? "Nothing is live yet." : "The site still shows the last good version."} What you saved
        is safe.
        {refused && <span> {refused}</span>}
      </p>
      <Button size="sm" variant="default" loading={busy} onClick={publish}>
        Publish again
      </Button>
    </div>
  );
}

function asSentence(reason: string | null): string {
  return reason === null || /[.!?]$/.test(reason) ? (reason ?? "") : `${reason}.`;
}
