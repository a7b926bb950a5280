import { Button } from "@mantine/core";
import { useState } from "react";
import { FormFields } from "@/fields/FieldInputs";
import { NEW_PASSWORD, PASSWORD } from "@/fields/person";
import { FormError } from "@/ui/FormError";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/useForm";
import { changePassword } from "./calls";

const FIELDS = [
  { ...PASSWORD, key: "current_password", name: "Current password" },
  { ...NEW_PASSWORD, key: "new_password", name: "New password" },
];
const NONE = { current_password: "", new_password: "" };

export function PasswordForm({ email }: { email: string }) {
  const [changed, setChanged] = useState(false);
  const { inputs, busy, error, form } = useForm(NONE, async (passwords) => {
    setChanged(false);
    await changePassword(passwords);
    setChanged(true);
    toast.success("Password changed");
    return NONE;
  });
  return (
    <form className="stack password-form" {...form}>
      <FormError message={error} />
      {/* Tells the browser's password store whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <FormFields fields={FIELDS} {...inputs} />
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
