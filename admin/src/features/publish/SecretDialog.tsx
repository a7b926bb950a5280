import { Button, Modal } from "@mantine/core";
import type { EndpointWithSecret } from "@/api/types";
import { CopyField } from "@/ui/CopyField";

interface Props {
  endpoint: EndpointWithSecret | null;
  onClose: () => void;
}

/** A fresh secret, which nobody can see again. */
export function SecretDialog({ endpoint, onClose }: Props) {
  return (
    <Modal
      opened={endpoint !== null}
      onClose={onClose}
      // A slip of the mouse would lose the secret.
      closeOnClickOutside={false}
      size="34rem"
      title={`Secret of ${endpoint?.name ?? ""}`}
    >
      {endpoint && (
        <div className="stack">
          <p>Messages are signed with it, as Standard Webhooks describes. The receiver verifies them with it.</p>
          <CopyField label="Secret" name="secret" value={endpoint.secret} />
          <p>
            <strong>It is shown only once.</strong> If you lose it, make a new one.
          </p>
          <div className="actions">
            <Button variant="default" onClick={onClose}>
              Done
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
