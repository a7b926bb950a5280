import { Anchor, Button } from "@mantine/core";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { FormError } from "@/ui/FormError";
import { NewPassword } from "@/ui/Password";
import { useSubmit } from "@/ui/useSubmit";
import { AuthLayout } from "./AuthLayout";
import { resetPassword } from "./calls";

/** Where the link of a reset message leads. */
export function ResetPasswordPage() {
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  const [password, setPassword] = useState("");
  const [done, setDone] = useState(false);
  const { busy, error, form } = useSubmit(async () => {
    await resetPassword(token, password);
    setDone(true);
  });

  if (token === "") {
    return (
      <AuthLayout title="Choose a new password">
        <p>This link is incomplete. Open the link in the message again, or ask for a new one.</p>
        <div className="auth-links">
          <Anchor component={Link} to="/forgot-password">
            Ask for a new link
          </Anchor>
        </div>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={done ? "Password changed" : "Choose a new password"}>
      {done ? (
        <p role="status">Your new password is set. Every other session of yours has ended.</p>
      ) : (
        <form className="stack" {...form}>
          <FormError message={error} />
          <NewPassword
            label="New password"
            name="password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" loading={busy} fullWidth size="md">
            Set password
          </Button>
        </form>
      )}
      <div className="auth-links">
        {error && (
          <Anchor component={Link} to="/forgot-password">
            Ask for a new link
          </Anchor>
        )}
        <Anchor component={Link} to="/auth">
          Back to Login
        </Anchor>
      </div>
    </AuthLayout>
  );
}
