import { NetworkError } from "@academy/shared/api/errors";
import { Anchor, Button } from "@mantine/core";
import { useState } from "react";
import type { User } from "@/api/types";
import { FormFields } from "@/fields/FieldInputs";
import { CODE, NAME, PHONE } from "@/fields/person";
import { FormError } from "@/ui/FormError";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/useForm";
import { sendCode, verifyCode } from "./calls";
import { useSecondStep } from "./FactorForm";
import { detailOf } from "./messages";

const NOT_SENT = "Failed to send OTP";

/** Two steps: name and phone, then the six digits that were sent there. */
export function PhoneForm({ onDone }: { onDone: (user: User) => Promise<void> }) {
  const [sent, setSent] = useState(false);
  const { accept, step } = useSecondStep(onDone);
  const send = useForm(
    { name: "", phone: "" },
    async ({ phone }) => {
      const { mock_code } = await sendCode(phone.trim());
      toast.success(mock_code ? `OTP sent! Use code: ${mock_code} (Mock)` : "OTP sent!");
      setSent(true);
    },
    { failed: NOT_SENT, explain: (error) => detailOf(error, NOT_SENT) },
  );
  const { name, phone } = send.values;
  const verify = useForm({ code: "" }, async ({ code }) => accept(await verifyCode(phone.trim(), code, name.trim())), {
    explain: (error) => {
      const message = error instanceof NetworkError ? "Verification failed" : "Invalid OTP";
      toast.failure(message, error);
      return detailOf(error, message);
    },
  });

  if (step) return step;
  if (!sent) {
    return (
      <form className="stack" {...send.form}>
        <FormError message={send.error} />
        <FormFields fields={[NAME, PHONE]} {...send.inputs} />
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
      <FormFields
        fields={[CODE]}
        {...verify.inputs}
        onChange={({ code = "" }) => verify.set({ code: code.replace(/\D/g, "") })}
      />
      <Button type="submit" loading={verify.busy} fullWidth size="md">
        Verify OTP
      </Button>
    </form>
  );
}
