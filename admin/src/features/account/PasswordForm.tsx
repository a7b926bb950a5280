import { messageOf } from "@academy/shared/api/errors";
import { Button } from "@mantine/core";
import { useState } from "react";
import { FormError } from "@/components/FormError";
import { NewPassword, Password } from "@/components/Password";
import { toast } from "@/components/toasts";
import { useSubmit } from "@/components/useSubmit";
import { changePassword } from "./calls";

const FIELDS = ["current_password", "new_password"];

export function PasswordForm({ email }: { email: string }) {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [changed, setChanged] = useState(false);
  const { busy, error, fields, submit } = useSubmit(
    async () => {
      setChanged(false);
      await changePassword(current, next);
      setCurrent("");
      setNext("");
      setChanged(true);
      toast.success("Password changed");
    },
    messageOf,
    FIELDS,
  );
  return (
    <form className="stack password-form" onSubmit={submit}>
      <FormError message={error} />
      {/* Tells the browser's password store whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Password
        label="Current password"
        name="current_password"
        autoComplete="current-password"
        required
        value={current}
        error={fields.current_password}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <NewPassword
        label="New password"
        name="new_password"
        value={next}
        error={fields.new_password}
        onChange={(event) => setNext(event.currentTarget.value)}
      />
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
