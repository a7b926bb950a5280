import { Button } from "@mantine/core";
import { useState } from "react";
import { bind } from "@/ui/bind";
import { FormError } from "@/ui/FormError";
import { NewPassword, Password } from "@/ui/Password";
import { toast } from "@/ui/toasts";
import { useSubmit } from "@/ui/useSubmit";
import { changePassword } from "./calls";

const NONE = { current_password: "", new_password: "" };

export function PasswordForm({ email }: { email: string }) {
  const [passwords, setPasswords] = useState(NONE);
  const [changed, setChanged] = useState(false);
  const { busy, error, fields, form } = useSubmit(async () => {
    setChanged(false);
    await changePassword(passwords);
    setPasswords(NONE);
    setChanged(true);
    toast.success("Password changed");
  });
  const field = bind(passwords, fields, (change) => setPasswords({ ...passwords, ...change }));
  return (
    <form className="stack password-form" {...form}>
      <FormError message={error} />
      {/* Tells the browser's password store whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Password label="Current password" autoComplete="current-password" required {...field("current_password")} />
      <NewPassword label="New password" {...field("new_password")} />
      <div className="password-foot">
        <Button type="submit" loading={busy}>
          Change password
        </Button>
        <p className="form-state" role="status">
          {changed
            ? "Your new password is set. You stay signed in here; your other sessions have ended."
            : "You stay signed in here; every other session of yours ends."}
        </p>
      </div>
    </form>
  );
}
