import { Button } from "@mantine/core";
import { formatMoment } from "@/ui/format";
import { DiscardButton } from "./DiscardButton";

interface Props {
  /** When one's own version gave way to somebody else's; undefined when none did. */
  keptAt: string | undefined;
  onTake: () => void;
  onForget: () => void;
}

/** Offers one's own version of what somebody else has saved meanwhile. */
export function AsideNotice({ keptAt, onTake, onForget }: Props) {
  if (!keptAt) return null;
  return (
    <div className="notice" role="status">
      <p>Your version from {formatMoment(keptAt)} is still on this device.</p>
      <div className="row-actions">
        <Button size="xs" variant="default" onClick={onTake}>
          Use my version
        </Button>
        <DiscardButton size="xs" variant="subtle" detail="Your version is then deleted." onDiscard={onForget}>
          Discard it
        </DiscardButton>
      </div>
    </div>
  );
}
