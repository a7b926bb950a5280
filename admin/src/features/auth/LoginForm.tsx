import { Anchor, Button, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "react-router";
import type { User } from "@/api/types";
import { bind } from "@/ui/bind";
import { FormError } from "@/ui/FormError";
import { Password } from "@/ui/Password";
import { useSubmit } from "@/ui/useSubmit";
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
  const [credentials, setCredentials] = useState({ email: given, password: "" });
  const { busy, error, fields, form } = useSubmit(
    async () => onDone(await login({ ...credentials, email: credentials.email.trim() })),
    { explain: loginMessage },
  );
  const field = bind(credentials, fields, (change) => setCredentials({ ...credentials, ...change }));
  return (
    <form className="stack" {...form}>
      <FormError message={error} />
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        required
        data-autofocus={given === "" || undefined}
        {...field("email")}
      />
      <Password
        label="Password"
        autoComplete="current-password"
        required
        data-autofocus={given !== "" || undefined}
        {...field("password")}
      />
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
