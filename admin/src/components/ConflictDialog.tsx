import { Button, Modal } from "@mantine/core";
import { formatMoment } from "./format";

interface Props {
  /** What two people saved: "article". */
  what: string;
  /** Someone else's version. */
  conflict: { theirs: { updated_at?: string | null } | undefined } | null;
  onReload: () => void;
  onOverwrite: () => void;
  onClose: () => void;
}

/** Two people saved the same thing; the second one decides, and loses nothing before that. */
export function ConflictDialog({ what, conflict, onReload, onOverwrite, onClose }: Props) {
  const when = conflict?.theirs?.updated_at ? ` at ${formatMoment(conflict.theirs.updated_at)},` : "";
  return (
    <Modal opened={conflict !== null} onClose={onClose} title={`Someone else saved this ${what}`} size="32rem">
      <p>
        It was changed{when} after you began to edit. Reload to go on from that version; yours stays on this device and
        can be put back. Or overwrite it with what you wrote. Closing this changes nothing.
      </p>
      <div className="actions">
        <Button variant="default" onClick={onReload} data-autofocus>
          Reload
        </Button>
        <Button color="brick" onClick={onOverwrite}>
          Overwrite
        </Button>
      </div>
    </Modal>
  );
}
