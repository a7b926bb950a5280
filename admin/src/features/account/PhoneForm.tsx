import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import type { User } from "@/api/types";
import { bind } from "@/ui/bind";
import { useConfirm } from "@/ui/confirm";
import { FormError } from "@/ui/FormError";
import { Password } from "@/ui/Password";
import { toast } from "@/ui/toasts";
import { useSubmit } from "@/ui/useSubmit";
import { changePhone, type PhoneProof, sendPhoneCode } from "./calls";

const NONE = { code: "", current_phone_code: "", current_password: "" };

/**
 * The number that one can sign in by. A new one takes two steps: who enters it has to have that phone, and know the
 * password, or without an e-mail address have the present phone too.
 */
export function PhoneForm({ user }: { user: User }) {
  const [phone, setPhone] = useState(user.phone);
  const [proof, setProof] = useState(NONE);
  /** Whether the codes are on their way. */
  const [sent, setSent] = useState(false);
  const confirm = useConfirm();
  const number = phone.trim();
  const removes = number === "" && user.phone !== "";

  const begin = (stored: string) => {
    setPhone(stored);
    setProof(NONE);
    setSent(false);
  };
  const { busy, error, fields, form } = useSubmit(async () => {
    if (!removes && !sent) {
      const { mock_code } = await sendPhoneCode(number);
      setSent(true);
      toast.success(mock_code ? `OTP sent! Use code: ${mock_code} (Mock)` : "OTP sent!");
      return;
    }
    const message = `Remove the phone ${user.phone}? You can then sign in by email only.`;
    if (removes && !(await confirm({ message, confirm: "Remove" }))) return;
    begin(await changePhone(number, proofOf(user, proof)));
    toast.success(removes ? "Phone removed" : "Phone changed");
  });
  const field = bind(proof, fields, (change) => setProof({ ...proof, ...change }));
  return (
    // What is wrong the server says, at the field.
    <form className="stack" aria-label="Your phone number" noValidate {...form}>
      <FormError message={error} />
      <TextInput
        label="Phone number"
        name="phone"
        type="tel"
        autoComplete="tel"
        description="Whoever has this phone can sign in with codes that are sent to it."
        placeholder="+91 98765 43210"
        readOnly={sent}
        value={phone}
        error={fields.phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      {sent && (
        <TextInput
          ref={focus}
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          description={`Six digits, on their way to ${number}.`}
          required
          {...field("code")}
        />
      )}
      {sent && !user.email && (
        <TextInput
          label="Code for your present phone"
          inputMode="numeric"
          autoComplete="off"
          description={`Six other digits, on their way to ${user.phone}.`}
          required
          {...field("current_phone_code")}
        />
      )}
      {(sent || removes) && user.email && (
        <Password label="Your password" autoComplete="current-password" required {...field("current_password")} />
      )}
      <div className="account-actions">
        <Button type="submit" variant={sent ? "filled" : "default"} loading={busy} disabled={number === user.phone}>
          {removes ? "Remove phone" : sent ? "Save phone" : user.email ? "Send a code" : "Send codes"}
        </Button>
        {sent && (
          <Button variant="subtle" onClick={() => begin(user.phone)}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

const proofOf = ({ email }: User, { code, current_phone_code, current_password }: typeof NONE): PhoneProof => ({
  code: code.trim(),
  ...(email ? { current_password } : { current_phone_code: current_phone_code.trim() }),
});

/** What comes next is typed here. */
function focus(input: HTMLInputElement | null) {
  input?.focus();
}
