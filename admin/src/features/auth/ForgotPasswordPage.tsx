import { Anchor, Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { FormError } from "@/ui/FormError";
import { toast } from "@/ui/toasts";
import { useSubmit } from "@/ui/useSubmit";
import { AuthLayout } from "./AuthLayout";
import { forgotPassword } from "./calls";
import { detailOf } from "./messages";

const FAILED = "Failed to send reset link";

export function ForgotPasswordPage() {
  // Where one wanted to go before signing in.
  const { state } = useLocation();
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState(false);
  const { busy, error, form } = useSubmit(
    async () => {
      toast.success(await forgotPassword(email.trim()));
      setSent(true);
    },
    { failed: FAILED, explain: (cause) => detailOf(cause, FAILED) },
  );
  return (
    <AuthLayout title={sent ? "Check your email" : "Forgot password"}>
      {sent ? (
        <div className="stack">
          <p role="status">
            If {email.trim()} belongs to an account, a link to choose a new password is on its way. It works once, for
            one hour.
          </p>
        </div>
      ) : (
        <form className="stack" {...form}>
          <FormError message={error} />
          <TextInput
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" loading={busy} fullWidth size="md">
            Send reset link
          </Button>
        </form>
      )}
      <div className="auth-links">
        <Anchor component={Link} to="/auth" state={state}>
          Back to Login
        </Anchor>
      </div>
    </AuthLayout>
  );
}
