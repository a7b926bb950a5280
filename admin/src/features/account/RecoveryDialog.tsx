import { Button, Modal } from "@mantine/core";
import { saveFile } from "@/ui/download";
import { toast } from "@/ui/toasts";

interface Props {
  codes: string[] | null;
  onClose: () => void;
}

/** New recovery codes, which nobody can see again. */
export function RecoveryDialog({ codes, onClose }: Props) {
  const text = (codes ?? []).join("\n");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success("Recovery codes copied"),
      () => toast.error("The browser does not let this page copy", { detail: "Download or print the codes instead." }),
    );
  const download = () => saveFile("recovery-codes.txt", new Blob([`${text}\n`], { type: "text/plain" }));
  return (
    <Modal
      opened={codes !== null}
      onClose={onClose}
      // A slip of the mouse would lose them.
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      size="28rem"
      title="Your recovery codes"
    >
      <div className="stack">
        <p>
          Each of them stands in for your second factor once. <strong>They are shown only now:</strong> keep them where
          you find them without your phone.
        </p>
        <ul className="recovery-codes figures" aria-label="Recovery codes">
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="account-actions">
          <Button variant="default" size="sm" onClick={copy}>
            Copy
          </Button>
          <Button variant="default" size="sm" onClick={download}>
            Download
          </Button>
          <Button variant="default" size="sm" onClick={() => window.print()}>
            Print
          </Button>
        </div>
        <div className="actions">
          <Button onClick={onClose}>I have kept them</Button>
        </div>
      </div>
    </Modal>
  );
}
