import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { FormError } from "@/ui/FormError";
import { toast } from "@/ui/toasts";
import { useSubmit } from "@/ui/useSubmit";
import { changeName } from "./calls";

export function NameForm({ name: stored }: { name: string }) {
  const [name, setName] = useState(stored);
  const { busy, error, fields, form } = useSubmit(async () => {
    setName(await changeName(name.trim()));
    toast.success("Name changed");
  });
  return (
    // What is wrong the server says, at the field.
    <form className="stack" aria-label="Your name" noValidate {...form}>
      <FormError message={error} />
      <TextInput
        label="Name"
        name="name"
        autoComplete="name"
        description="Articles keep the name that they were written under."
        required
        value={name}
        error={fields.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className="account-actions">
        <Button type="submit" variant="default" loading={busy} disabled={name.trim() === stored}>
          Change name
        </Button>
      </div>
    </form>
  );
}
