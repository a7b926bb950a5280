import { Button, Modal } from "@mantine/core";
import { useEffect, useState } from "react";
import { encode } from "uqr";
import { FormFields } from "@/fields/FieldInputs";
import { APP_CODE } from "@/fields/person";
import { FormError } from "@/ui/FormError";
import { Failure, Loading } from "@/ui/states";
import { useForm } from "@/ui/useForm";
import { useSubmit } from "@/ui/useSubmit";
import { beginTotp, confirmTotp } from "./calls";

interface Props {
  opened: boolean;
  onClose: () => void;
  onAdded: (codes: string[]) => void;
}

/** Sets up an authenticator app: it reads the code, and shows what it has read. */
export function TotpDialog({ opened, onClose, onAdded }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} closeOnClickOutside={false} size="30rem" title="Add an authenticator app">
      {opened && <Begin onClose={onClose} onAdded={onAdded} />}
    </Modal>
  );
}

type Secret = Awaited<ReturnType<typeof beginTotp>>;

function Begin({ onClose, onAdded }: Omit<Props, "opened">) {
  const [secret, setSecret] = useState<Secret | null>(null);
  const { cause, send } = useSubmit(async () => setSecret(await beginTotp()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each dialog has one secret.
  useEffect(() => void send(), []);
  if (cause !== null) return <Failure title="The app cannot be added now" error={cause} onRetry={() => send()} />;
  return secret ? <Scan secret={secret} onClose={onClose} onAdded={onAdded} /> : <Loading />;
}

function Scan({ secret: { secret, uri }, onClose, onAdded }: Omit<Props, "opened"> & { secret: Secret }) {
  const { inputs, busy, error, form } = useForm({ code: "" }, async ({ code }) =>
    onAdded(await confirmTotp(code.trim())),
  );
  return (
    <form className="stack" {...form}>
      <p>Scan this with the app, or type the key into it. Then enter the code that the app shows.</p>
      <QRCode text={uri} />
      <p className="totp-key">
        <span>Key: </span>
        <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
      <FormError message={error} />
      <FormFields fields={[APP_CODE]} {...inputs} />
      <div className="actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Add app
        </Button>
      </div>
    </form>
  );
}

/** A QR code, dark on light in both themes: readers expect it so. */
function QRCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const dark = data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg className="totp-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the key below">
      <path d={dark} />
    </svg>
  );
}
