import { Button } from "@mantine/core";
import type { PublishStatus } from "@/api/types";
import { useHeldBack } from "@/publishing/WhileHeld";
import { formatMoment } from "@/ui/format";
import { usePublishNow } from "./usePublishNow";

/** While somebody holds an earlier release live: what that means, and the way out. */
export function HeldNotice({ status: { held } }: { status: PublishStatus }) {
  const { busy, publish } = usePublishNow();
  const heldBack = useHeldBack();
  if (!held) return null;
  return (
    <div className="held">
      <p>
        <strong>Publishing is paused.</strong> {held.by} rolled the site back at{" "}
        <time dateTime={held.since}>{formatMoment(held.since)}</time>. What was saved since is safe: the next public
        change, a scheduled one too, brings all of it live; so does <i>Publish now</i>.
        {heldBack && ` Waiting: ${heldBack}.`}
      </p>
      <Button size="sm" variant="default" loading={busy} onClick={publish}>
        Publish now
      </Button>
    </div>
  );
}
