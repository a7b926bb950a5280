import { Anchor, Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { User } from "@/api/types";
import { FormError } from "@/components/FormError";
import { Password } from "@/components/Password";
import { useSubmit } from "@/components/useSubmit";
import { login } from "./calls";
import { loginMessage } from "./messages";

export function LoginForm({ onDone }: { onDone: (user: User) => Promise<void> }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { busy, error, submit } = useSubmit(
    async () => onDone(await login({ email: email.trim(), password })),
    loginMessage,
  );
  return (
    <form className="stack" onSubmit={submit}>
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
      <Password
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Anchor component={Link} to="/forgot-password" className="auth-forgot">
        Forgot password?
      </Anchor>
      <Button type="submit" loading={busy} fullWidth size="md">
        Log in
      </Button>
    </form>
  );
}
