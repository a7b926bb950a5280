import { Button } from "@mantine/core";
import { useState } from "react";
import type { User } from "@/api/types";
import { FormFields } from "@/fields/FieldInputs";
import { CODE, PASSWORD, PHONE } from "@/fields/person";
import { useConfirm } from "@/ui/confirm";
import { FormError } from "@/ui/FormError";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/useForm";
import { changePhone, type PhoneProof, sendPhoneCode } from "./calls";

const NONE = { code: "", current_phone_code: "", current_password: "" };
const NUMBER = {
  ...PHONE,
  name: "Phone number",
  placeholder: "+91 98765 43210",
  help: "Whoever has this phone can sign in with codes that are sent to it.",
  required: false,
};

/**
 * The number that one can sign in by. A new one takes two steps: who enters it has to have that phone, and know the
 * password, or without an e-mail address have the present phone too.
 */
export function PhoneForm({ user }: { user: User }) {
  /** Whether the codes are on their way. */
  const [sent, setSent] = useState(false);
  const confirm = useConfirm();
  const begin = (phone: string) => {
    setSent(false);
    return { phone, ...NONE };
  };
  const removesWith = (phone: string) => phone.trim() === "" && user.phone !== "";
  const { values, set, inputs, busy, error, form } = useForm({ phone: user.phone, ...NONE }, async (now) => {
    const number = now.phone.trim();
    const removes = removesWith(number);
    if (!removes && !sent) {
      const { mock_code } = await sendPhoneCode(number);
      setSent(true);
      toast.success(mock_code ? `OTP sent! Use code: ${mock_code} (Mock)` : "OTP sent!");
      return;
    }
    const message = `Remove the phone ${user.phone}? You can then sign in by email only.`;
    if (removes && !(await confirm({ message, confirm: "Remove" }))) return;
    const stored = await changePhone(number, proofOf(user, now));
    toast.success(removes ? "Phone removed" : "Phone changed");
    return begin(stored);
  });
  const number = values.phone.trim();
  const removes = removesWith(number);
  const fields = [
    { ...NUMBER, readOnly: sent },
    ...(sent ? [{ ...CODE, name: "Code", help: `Six digits, on their way to ${number}.` }] : []),
    ...(sent && !user.email ? [presentCode(user.phone)] : []),
    ...((sent || removes) && user.email ? [{ ...PASSWORD, key: "current_password", name: "Your password" }] : []),
  ];
  return (
    // What is wrong the server says, at the field.
    <form className="stack" aria-label="Your phone number" noValidate {...form}>
      <FormError message={error} />
      <FormFields fields={fields} {...inputs} />
      <div className="account-actions">
        <Button type="submit" variant={sent ? "filled" : "default"} loading={busy} disabled={number === user.phone}>
          {removes ? "Remove phone" : sent ? "Save phone" : user.email ? "Send a code" : "Send codes"}
        </Button>
        {sent && (
          <Button variant="subtle" onClick={() => set(begin(user.phone))}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

const presentCode = (phone: string) => ({
  ...CODE,
  key: "current_phone_code",
  name: "Code for your present phone",
  autoComplete: "off",
  first: undefined,
  help: `Six other digits, on their way to ${phone}.`,
});

const proofOf = ({ email }: User, { code, current_phone_code, current_password }: typeof NONE): PhoneProof => ({
  code: code.trim(),
  ...(email ? { current_password } : { current_phone_code: current_phone_code.trim() }),
});
