import { Button, Modal } from "@mantine/core";
import { useEffect, useState } from "react";
import { askHere, settle, useAsked } from "@/api/confirm";
import { askPasskey, hasPasskeys } from "@/api/passkeys";
import { FormFields } from "@/fields/FieldInputs";
import { APP_CODE, PASSWORD } from "@/fields/person";
import { FormError } from "@/ui/FormError";
import { Failure } from "@/ui/states";
import { useForm } from "@/ui/useForm";
import { useSubmit } from "@/ui/useSubmit";
import { type ConfirmOptions, confirmOptions, confirmWith } from "./calls";

/** Stands over what somebody does while a call waits for a confirmation that it is them. */
export function ConfirmDialog() {
  const asked = useAsked();
  const [options, setOptions] = useState<ConfirmOptions | null>(null);
  const { cause, send, forget } = useSubmit(async () => setOptions(await confirmOptions()));
  useEffect(askHere, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ways are asked for once for each confirmation.
  useEffect(() => {
    setOptions(null);
    forget();
    if (asked) void send();
  }, [asked]);
  return (
    <Modal
      // With what it asks: the first field gets the focus.
      opened={asked && (options ?? cause) !== null}
      onClose={() => settle(false)}
      // Above the dialog that called, below the one that signs in again.
      zIndex={400}
      size="26rem"
      title="Is it you?"
    >
      {cause !== null && <Failure title="This cannot be confirmed now" error={cause} onRetry={() => send()} />}
      {options && <Ways options={options} />}
    </Modal>
  );
}

const PHONE_CODE = { ...APP_CODE, help: "Six digits, on their way to your phone." };

function Ways({ options: { ways, passkey: asked, mock_code } }: { options: ConfirmOptions }) {
  const field = ways.includes("password")
    ? { ...PASSWORD, first: true as const }
    : ways.includes("phone")
      ? { ...PHONE_CODE, ...(mock_code && { help: `Use code: ${mock_code} (Mock)` }) }
      : APP_CODE;
  const byCode = ways.some((way) => way !== "passkey");
  const { inputs, busy, error, form } = useForm({ code: "", password: "" }, async ({ code, password }) => {
    await confirmWith(field.key === "password" ? { password } : { code: code.trim() });
    settle(true);
  });
  const passkey = useSubmit(async () => {
    // An answer counts once: what was asked with the dialog may have been answered wrongly.
    const { passkey: fresh } = passkey.cause === null ? { passkey: asked } : await confirmOptions();
    await confirmWith({ passkey: await askPasskey(fresh) });
    settle(true);
  });
  const byPasskey = asked !== undefined && hasPasskeys();
  return (
    <form className="stack" {...form}>
      <p>Before something that only you may do, please confirm that it is you. It counts for ten minutes.</p>
      <FormError message={error ?? passkey.error} />
      {byCode && <FormFields fields={[field]} {...inputs} />}
      {!byCode && !byPasskey && (
        <p>Your passkeys do not work in this browser. Log out and sign in with a recovery code instead.</p>
      )}
      <div className="actions">
        <Button variant="default" onClick={() => settle(false)}>
          Cancel
        </Button>
        {byPasskey && (
          <Button
            variant={byCode ? "default" : "filled"}
            loading={passkey.busy}
            data-autofocus={!byCode || undefined}
            onClick={() => passkey.send()}
          >
            Use a passkey
          </Button>
        )}
        {byCode && (
          <Button type="submit" loading={busy}>
            Confirm
          </Button>
        )}
      </div>
    </form>
  );
}
