import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import type { User } from "@/api/types";
import { FormError } from "@/components/FormError";
import { NewPassword } from "@/components/Password";
import { useSubmit } from "@/components/useSubmit";
import { register } from "./calls";
import { registerMessage } from "./messages";

interface Props {
  invitation?: string;
  onDone: (user: User) => Promise<void>;
}

export function RegisterForm({ invitation, onDone }: Props) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { busy, error, fields, form } = useSubmit(
    async () => onDone(await register({ name: name.trim(), email: email.trim(), password, invitation })),
    { explain: registerMessage },
  );
  return (
    <form className="stack" {...form}>
      {invitation && (
        <p className="notice">
          You are invited to work on this website. If the invitation came by e-mail, use that address here.
        </p>
      )}
      <FormError message={error} />
      <TextInput
        label="Name"
        name="name"
        autoComplete="name"
        required
        value={name}
        error={fields.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        value={email}
        error={fields.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <NewPassword
        label="Password"
        name="password"
        value={password}
        error={fields.password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" loading={busy} fullWidth size="md">
        Create account
      </Button>
    </form>
  );
}
