import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import type { User } from "@/api/types";
import { register } from "./calls";
import { FormError } from "./FormError";
import { registerMessage } from "./messages";
import { useSubmit } from "./useSubmit";

interface Props {
  invitation?: string;
  onDone: (user: User) => Promise<void>;
}

export function RegisterForm({ invitation, onDone }: Props) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { busy, error, submit } = useSubmit(
    async () => onDone(await register({ name: name.trim(), email: email.trim(), password, invitation })),
    registerMessage,
  );
  return (
    <form className="stack" onSubmit={submit}>
      <FormError message={error} />
      <TextInput
        label="Name"
        name="name"
        autoComplete="name"
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        name="password"
        description="At least 8 characters."
        autoComplete="new-password"
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ "aria-label": "Show or hide the password", tabIndex: 0 }}
      />
      <Button type="submit" loading={busy} fullWidth size="md">
        Create account
      </Button>
    </form>
  );
}
