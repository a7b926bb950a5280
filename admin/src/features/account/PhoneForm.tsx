import { messageOf } from "@academy/shared/api/errors";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import type { User } from "@/api/types";
import { useConfirm } from "@/components/confirm";
import { FormError } from "@/components/FormError";
import { Password } from "@/components/Password";
import { toast } from "@/components/toasts";
import { useSubmit } from "@/components/useSubmit";
import { changePhone, sendPhoneCode } from "./calls";

const FIELDS = ["phone", "code", "current_phone_code", "current_password"];

/**
 * The number that one can sign in by. A new one takes two steps: who enters it has to have that phone, and know the
 * password, or without an e-mail address have the present phone too.
 */
export function PhoneForm({ user }: { user: User }) {
  const [phone, setPhone] = useState(user.phone);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [presentCode, setPresentCode] = useState("");
  /** Whether the codes are on their way. */
  const [sent, setSent] = useState(false);
  const confirm = useConfirm();
  const number = phone.trim();
  const removes = number === "" && user.phone !== "";

  const proof = user.email
    ? { code: code.trim(), current_password: password }
    : { code: code.trim(), current_phone_code: presentCode.trim() };

  const begin = (stored: string) => {
    setPhone(stored);
    setPassword("");
    setCode("");
    setPresentCode("");
    setSent(false);
  };
  const { busy, error, fields, submit } = useSubmit(
    async () => {
      if (!removes && !sent) {
        const { mock_code } = await sendPhoneCode(number);
        setSent(true);
        toast.success(mock_code ? `OTP sent! Use code: ${mock_code} (Mock)` : "OTP sent!");
        return;
      }
      const message = `Remove the phone ${user.phone}? You can then sign in by e-mail only.`;
      if (removes && !(await confirm({ message, confirm: "Remove" }))) return;
      begin(await changePhone(number, proof));
      toast.success(removes ? "Phone removed" : "Phone changed");
    },
    messageOf,
    FIELDS,
  );
  return (
    // What is wrong the server says, at the field.
    <form className="stack" aria-label="Your phone number" noValidate onSubmit={submit}>
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
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          description={`Six digits, on their way to ${number}.`}
          required
          value={code}
          error={fields.code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      {sent && !user.email && (
        <TextInput
          label="Code for your present phone"
          name="current_phone_code"
          inputMode="numeric"
          autoComplete="off"
          description={`Six other digits, on their way to ${user.phone}.`}
          required
          value={presentCode}
          error={fields.current_phone_code}
          onChange={(event) => setPresentCode(event.currentTarget.value)}
        />
      )}
      {(sent || removes) && user.email && (
        <Password
          label="Your password"
          name="current_password"
          autoComplete="current-password"
          required
          value={password}
          error={fields.current_password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
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

/** What comes next is typed here. */
function focus(input: HTMLInputElement | null) {
  input?.focus();
}
