import { Anchor, Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { User } from "@/api/types";
import { FormFields } from "@/fields/FieldInputs";
import { EMAIL, PASSWORD } from "@/fields/person";
import { FormError } from "@/ui/FormError";
import { useForm } from "@/ui/useForm";
import { login } from "./calls";
import { loginMessage } from "./messages";

interface Props {
  /** The address of who is known to sign in. */
  email?: string;
  /** What stands below the password instead of the way to a forgotten one. */
  below?: ReactNode;
  onDone: (user: User) => Promise<void>;
}

export function LoginForm({ email: given = "", below, onDone }: Props) {
  const { state } = useLocation();
  const { inputs, busy, error, form } = useForm(
    { email: given, password: "" },
    async ({ email, password }) => onDone(await login({ email: email.trim(), password })),
    { explain: loginMessage },
  );
  const fields = [
    { ...EMAIL, first: given === "" || undefined },
    { ...PASSWORD, first: given !== "" || undefined },
  ] as const;
  return (
    <form className="stack" {...form}>
      <FormError message={error} />
      <FormFields fields={fields} {...inputs} />
      {below ?? (
        <Anchor component={Link} to="/forgot-password" state={state} className="auth-forgot">
          Forgot password?
        </Anchor>
      )}
      <Button type="submit" loading={busy} fullWidth size="md">
        Log in
      </Button>
    </form>
  );
}
