import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import type { User } from "@/api/types";
import { bind } from "@/ui/bind";
import { FormError } from "@/ui/FormError";
import { NewPassword } from "@/ui/Password";
import { useSubmit } from "@/ui/useSubmit";
import { register } from "./calls";
import { registerMessage } from "./messages";

interface Props {
  invitation?: string;
  onDone: (user: User) => Promise<void>;
}

export function RegisterForm({ invitation, onDone }: Props) {
  const [account, setAccount] = useState({ name: "", email: "", password: "" });
  const { busy, error, fields, form } = useSubmit(
    async () =>
      onDone(await register({ ...account, name: account.name.trim(), email: account.email.trim(), invitation })),
    { explain: registerMessage },
  );
  const field = bind(account, fields, (change) => setAccount({ ...account, ...change }));
  return (
    <form className="stack" {...form}>
      {invitation && (
        <p className="notice">
          You are invited to work on this website. If the invitation came by email, use that address here.
        </p>
      )}
      <FormError message={error} />
      <TextInput label="Name" autoComplete="name" required {...field("name")} />
      <TextInput label="Email" type="email" autoComplete="username" required {...field("email")} />
      <NewPassword label="Password" {...field("password")} />
      <Button type="submit" loading={busy} fullWidth size="md">
        Create account
      </Button>
    </form>
  );
}
