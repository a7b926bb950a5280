import { Button, Modal } from "@mantine/core";
import type { Invited } from "@/api/types";
import { CopyField } from "@/ui/CopyField";
import { formatDayTime } from "@/ui/format";

interface Props {
  opened: boolean;
  /** Stays while the dialog fades. */
  invited: Invited | null;
  onClose: () => void;
}

/** The link of a fresh invitation, which nobody can see again. */
export function InvitedDialog({ opened, invited, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      // A slip of the mouse would lose the link.
      closeOnClickOutside={false}
      size="34rem"
      title={`Invitation for ${invited?.email || invited?.phone}`}
    >
      {invited && <Link invited={invited} onClose={onClose} />}
    </Modal>
  );
}

function Link({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  return (
    <div className="stack">
      <p>
        {invited.email
          ? `The link is on its way to ${invited.email} by email.`
          : `The link is on its way to ${invited.phone} by text message.`}{" "}
        It works once, until {formatDayTime(invited.expires_at)}.
      </p>
      <CopyField label="Link" name="link" value={invited.link} />
      <p>
        <strong>It is shown only once.</strong> If you lose it, make a new link; the old one stops working.
      </p>
      <div className="actions">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
