import { Anchor, Button, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "react-router";
import type { User } from "@/api/types";
import { FormError } from "@/components/FormError";
import { Password } from "@/components/Password";
import { useSubmit } from "@/components/useSubmit";
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
  const [email, setEmail] = useState(given);
  const [password, setPassword] = useState("");
  const { busy, error, form } = useSubmit(async () => onDone(await login({ email: email.trim(), password })), {
    explain: loginMessage,
  });
  return (
    <form className="stack" {...form}>
      <FormError message={error} />
      <TextInput
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        data-autofocus={given === "" || undefined}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Password
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        data-autofocus={given !== "" || undefined}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
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
