import { Button } from "@mantine/core";
import type { User } from "@/api/types";
import { FormFields } from "@/fields/FieldInputs";
import { EMAIL, NAME, NEW_PASSWORD } from "@/fields/person";
import { FormError } from "@/ui/FormError";
import { useForm } from "@/ui/useForm";
import { register } from "./calls";
import { registerMessage } from "./messages";

const FIELDS = [NAME, EMAIL, NEW_PASSWORD];

interface Props {
  invitation?: string;
  onDone: (user: User) => Promise<void>;
}

export function RegisterForm({ invitation, onDone }: Props) {
  const { inputs, busy, error, form } = useForm(
    { name: "", email: "", password: "" },
    async ({ name, email, password }) =>
      onDone(await register({ name: name.trim(), email: email.trim(), password, invitation })),
    { explain: registerMessage },
  );
  return (
    <form className="stack" {...form}>
      {invitation && (
        <p className="notice">
          You are invited to work on this website. If the invitation came by email, use that address here.
        </p>
      )}
      <FormError message={error} />
      <FormFields fields={FIELDS} {...inputs} />
      <Button type="submit" loading={busy} fullWidth size="md">
        Create account
      </Button>
    </form>
  );
}
