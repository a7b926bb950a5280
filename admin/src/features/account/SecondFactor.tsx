import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { hasPasskeys } from "@/api/passkeys";
import { refreshSession } from "@/api/session";
import type { Factors, Passkey } from "@/api/types";
import { FormFields } from "@/fields/FieldInputs";
import type { FormField } from "@/model/types";
import { deviceOf } from "@/ui/device";
import { FormError } from "@/ui/FormError";
import { formatDayTime, formatMoment } from "@/ui/format";
import { Loaded } from "@/ui/Loaded";
import { Panel } from "@/ui/Panel";
import { toast } from "@/ui/toasts";
import { useAction } from "@/ui/useAction";
import { useForm } from "@/ui/useForm";
import { addPasskey, removePasskey, removeTotp, renewRecoveryCodes, useFactors } from "./calls";
import { RecoveryDialog } from "./RecoveryDialog";
import { TotpDialog } from "./TotpDialog";

/** One's second factors: an authenticator app, passkeys, and codes for when they are lost. */
export function SecondFactor() {
  const factors = useFactors();
  const [codes, setCodes] = useState<string[] | null>(null);
  const [adds, setAdds] = useState<"app" | "passkey" | null>(null);
  const added = (what: string) => (fresh: string[] | undefined) => {
    setAdds(null);
    toast.success(`${what} added`);
    if (fresh) setCodes(fresh);
    else void refreshSession();
  };
  const close = () => {
    setCodes(null);
    // The factor that the role needs may be there now.
    void refreshSession();
  };
  return (
    <Panel
      title="Second factor"
      subtitle="With one, nobody signs in to your account with your password alone. A passkey also signs in without a password."
    >
      <Loaded from={factors} failed="Your second factors could not be loaded">
        {(known) => (
          <div className="factors">
            <AuthenticatorApp factors={known} onAdd={() => setAdds("app")} />
            <Passkeys passkeys={known.passkeys} onAdd={() => setAdds("passkey")} />
            {(known.totp || known.passkeys.length > 0) && <Recovery left={known.recovery_codes} onMade={setCodes} />}
          </div>
        )}
      </Loaded>
      <TotpDialog opened={adds === "app"} onClose={() => setAdds(null)} onAdded={added("Authenticator app")} />
      <Modal opened={adds === "passkey"} onClose={() => setAdds(null)} size="26rem" title="Add a passkey">
        <PasskeyForm onAdded={added("Passkey")} onCancel={() => setAdds(null)} />
      </Modal>
      <RecoveryDialog codes={codes} onClose={close} />
    </Panel>
  );
}

function AuthenticatorApp({ factors: { totp, totp_added_at }, onAdd }: { factors: Factors; onAdd: () => void }) {
  const { act, busy } = useAction();
  const remove = () =>
    act({
      question: { message: "Remove the authenticator app? Its codes will not work any more.", confirm: "Remove" },
      run: removeTotp,
      done: "Authenticator app removed",
      failed: "Failed to remove the authenticator app",
    });
  return (
    <section aria-labelledby="factor-app">
      <h3 id="factor-app">Authenticator app</h3>
      <p className="form-hint">
        {totp
          ? `Added ${formatDayTime(totp_added_at)}.`
          : "An app on your phone that shows a new code every 30 seconds."}
      </p>
      <div className="account-actions">
        <Button variant="default" size="sm" onClick={onAdd}>
          {totp ? "Use another app" : "Add an authenticator app"}
        </Button>
        {totp && (
          <Button variant="subtle" color="brick" size="sm" loading={busy} onClick={remove}>
            Remove app
          </Button>
        )}
      </div>
    </section>
  );
}

function Passkeys({ passkeys, onAdd }: { passkeys: Passkey[]; onAdd: () => void }) {
  return (
    <section aria-labelledby="factor-passkeys">
      <h3 id="factor-passkeys">Passkeys</h3>
      <p className="form-hint">
        {hasPasskeys()
          ? "The lock of your phone or computer, or a security key."
          : "The lock of a phone or computer, or a security key. This browser has none."}
      </p>
      {passkeys.length > 0 && (
        <ul className="rows" aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {hasPasskeys() && (
        <Button variant="default" size="sm" onClick={onAdd}>
          Add a passkey
        </Button>
      )}
    </section>
  );
}

function PasskeyRow({ passkey: { id, name, added_at, used_at } }: { passkey: Passkey }) {
  const { act, busy } = useAction();
  const remove = () =>
    act({
      question: { message: `Remove the passkey ${name}? It cannot sign in any more.`, confirm: "Remove" },
      run: () => removePasskey(id),
      done: "Passkey removed",
      failed: "Failed to remove the passkey",
    });
  return (
    <li className="row session-row">
      <div className="row-main">
        <h4>{name}</h4>
        <p className="row-meta figures">
          <span>Added {formatDayTime(added_at)}</span>
          <span>{used_at ? `Last used ${formatMoment(used_at)}` : "Not used yet"}</span>
        </p>
      </div>
      <div className="row-actions">
        <Button
          variant="subtle"
          color="brick"
          size="xs"
          loading={busy}
          aria-label={`Remove passkey: ${name}`}
          onClick={remove}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

const NAME: FormField = {
  key: "name",
  type: "text",
  name: "Name",
  help: "By which you know it again.",
  autoComplete: "off",
  required: true,
  first: true,
};

interface PasskeyFormProps {
  onAdded: (codes: string[] | undefined) => void;
  onCancel: () => void;
}

function PasskeyForm({ onAdded, onCancel }: PasskeyFormProps) {
  const { inputs, busy, error, form } = useForm({ name: deviceOf(navigator.userAgent) }, async ({ name }) =>
    onAdded(await addPasskey(name.trim())),
  );
  return (
    <form className="stack" {...form}>
      <FormError message={error} />
      <FormFields fields={[NAME]} {...inputs} />
      <div className="actions">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Continue
        </Button>
      </div>
    </form>
  );
}

function Recovery({ left, onMade }: { left: number; onMade: (codes: string[]) => void }) {
  const { act, busy } = useAction();
  const make = () =>
    act({
      question: {
        message: "Make new recovery codes? The ones that you have will not work any more.",
        confirm: "Make new codes",
      },
      run: async () => onMade(await renewRecoveryCodes()),
      failed: "Failed to make recovery codes",
    });
  return (
    <section aria-labelledby="factor-recovery">
      <h3 id="factor-recovery">Recovery codes</h3>
      <p className="form-hint">
        For when you have lost the rest. {left === 1 ? "1 code is left." : `${left} codes are left.`}
      </p>
      <Button variant="default" size="sm" loading={busy} onClick={make}>
        Make new codes
      </Button>
    </section>
  );
}
