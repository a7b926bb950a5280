import { Button } from "@mantine/core";
import type { PublishStatus } from "@/api/types";
import { formatMoment } from "@/components/format";
import { usePublishNow } from "./usePublishNow";

/** While somebody holds an earlier release live: what that means, and the way out. */
export function HeldNotice({ status: { held } }: { status: PublishStatus }) {
  const { busy, refused, publish } = usePublishNow();
  if (!held) return null;
  return (
    <div className="held">
      <p>
        <strong>Publishing is held.</strong> {held.by} rolled the site back at{" "}
        <time dateTime={held.since}>{formatMoment(held.since)}</time>. What was saved since is safe; it goes live with
        the next change, or now.
        {refused && <span> {refused}</span>}
      </p>
      <Button size="sm" variant="default" loading={busy} onClick={publish}>
        Publish now
      </Button>
    </div>
  );
}
