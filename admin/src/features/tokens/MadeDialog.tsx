import { Button, Modal } from "@mantine/core";
import type { TokenWithSecret } from "@/api/types";
import { CopyField } from "@/ui/CopyField";

interface Props {
  token: TokenWithSecret | null;
  onClose: () => void;
}

/** The secret of a fresh token, which nobody can see again. */
export function MadeDialog({ token, onClose }: Props) {
  return (
    <Modal
      opened={token !== null}
      onClose={onClose}
      // A slip of the mouse would lose the secret.
      closeOnClickOutside={false}
      size="36rem"
      title={`Token ${token?.name ?? ""}`}
    >
      {token && (
        <div className="stack">
          <p>
            The program sends it with each call: <code>Authorization: Bearer …</code>
          </p>
          <CopyField label="Token" name="token" value={token.secret} />
          <p>
            <strong>It is shown only once.</strong> Whoever has it can do what it may do: store it as a password. If you
            lose it, revoke it and create a new one.
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
