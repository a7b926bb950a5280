import { Anchor, Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { hasPasskeys } from "@/api/passkeys";
import type { User } from "@/api/types";
import { FormFields } from "@/fields/FieldInputs";
import { EMAIL, PASSWORD } from "@/fields/person";
import { FormError } from "@/ui/FormError";
import { useForm } from "@/ui/useForm";
import { useSubmit } from "@/ui/useSubmit";
import { login, passkeySignIn } from "./calls";
import { useSecondStep } from "./FactorForm";
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
  const { accept, step } = useSecondStep(onDone);
  const { inputs, busy, error, form } = useForm(
    { email: given, password: "" },
    async ({ email, password }) => accept(await login({ email: email.trim(), password })),
    { explain: loginMessage },
  );
  const passkey = useSubmit(async () => onDone(await passkeySignIn()));
  const fields = [
    { ...EMAIL, first: given === "" || undefined },
    { ...PASSWORD, first: given !== "" || undefined },
  ] as const;
  if (step) return step;
  return (
    <form className="stack" {...form}>
      <FormError message={error ?? passkey.error} />
      <FormFields fields={fields} {...inputs} />
      {below ?? (
        <Anchor component={Link} to="/forgot-password" state={state} className="auth-forgot">
          Forgot password?
        </Anchor>
      )}
      <Button type="submit" loading={busy} fullWidth size="md">
        Log in
      </Button>
      {hasPasskeys() && (
        <Button variant="default" loading={passkey.busy} fullWidth size="md" onClick={() => passkey.send()}>
          Use a passkey
        </Button>
      )}
    </form>
  );
}
