import { Anchor, Button } from "@mantine/core";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { FormFields } from "@/fields/FieldInputs";
import { EMAIL } from "@/fields/person";
import { FormError } from "@/ui/FormError";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/useForm";
import { AuthLayout } from "./AuthLayout";
import { forgotPassword } from "./calls";
import { detailOf } from "./messages";

const FAILED = "Failed to send reset link";

export function ForgotPasswordPage() {
  // Where one wanted to go before signing in.
  const { state } = useLocation();
  const [sent, setSent] = useState(false);
  const { values, inputs, busy, error, form } = useForm(
    { email: "" },
    async ({ email }) => {
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
            If {values.email.trim()} belongs to an account, a link to choose a new password is on its way. It works
            once, for one hour.
          </p>
        </div>
      ) : (
        <form className="stack" {...form}>
          <FormError message={error} />
          <FormFields fields={[EMAIL]} {...inputs} />
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
