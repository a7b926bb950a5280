import { NetworkError } from "@academy/shared/api/errors";
import { Anchor, Button, TextInput } from "@mantine/core";
import { useState } from "react";
import type { User } from "@/api/types";
import { FormError } from "@/ui/FormError";
import { toast } from "@/ui/toasts";
import { useSubmit } from "@/ui/useSubmit";
import { sendCode, verifyCode } from "./calls";
import { detailOf } from "./messages";

const NOT_SENT = "Failed to send OTP";

/** Two steps: name and phone, then the six digits that were sent there. */
export function PhoneForm({ onDone }: { onDone: (user: User) => Promise<void> }) {
  const [name, setName] = useState("");
  const [phone, setPhone] = useState("");
  const [code, setCode] = useState("");
  const [sent, setSent] = useState(false);

  const send = useSubmit(
    async () => {
      const { mock_code } = await sendCode(phone.trim());
      toast.success(mock_code ? `OTP sent! Use code: ${mock_code} (Mock)` : "OTP sent!");
      setSent(true);
    },
    { failed: NOT_SENT, explain: (error) => detailOf(error, NOT_SENT) },
  );
  const verify = useSubmit(async () => onDone(await verifyCode(phone.trim(), code, name.trim())), {
    explain: (error) => {
      const message = error instanceof NetworkError ? "Verification failed" : "Invalid OTP";
      toast.failure(message, error);
      return detailOf(error, message);
    },
  });

  if (!sent) {
    return (
      <form className="stack" {...send.form}>
        <FormError message={send.error} />
        <TextInput
          label="Name"
          name="name"
          autoComplete="name"
          required
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          placeholder="+91XXXXXXXXXX"
          required
          value={phone}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
        <Button type="submit" loading={send.busy} fullWidth size="md">
          Send OTP
        </Button>
      </form>
    );
  }
  return (
    <form className="stack" {...verify.form}>
      <FormError message={verify.error} />
      <p className="auth-note">
        A code was sent to {phone}.{" "}
        <Anchor component="button" type="button" onClick={() => setSent(false)}>
          Change the number or ask for a new code
        </Anchor>
      </p>
      <TextInput
        label="OTP"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{6}"
        title="Six digits"
        required
        data-autofocus
        autoFocus
        className="figures"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, ""))}
      />
      <Button type="submit" loading={verify.busy} fullWidth size="md">
        Verify OTP
      </Button>
    </form>
  );
}
