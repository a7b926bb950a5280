import { Button } from "@mantine/core";
import { FormFields } from "@/fields/FieldInputs";
import { NAME } from "@/fields/person";
import { FormError } from "@/ui/FormError";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/useForm";
import { changeName } from "./calls";

const FIELDS = [{ ...NAME, help: "Articles keep the name that they were written under." }];

export function NameForm({ name: stored }: { name: string }) {
  const { values, inputs, busy, error, form } = useForm({ name: stored }, async ({ name }) => {
    const changed = await changeName(name.trim());
    toast.success("Name changed");
    return { name: changed };
  });
  return (
    // What is wrong the server says, at the field.
    <form className="stack" aria-label="Your name" noValidate {...form}>
      <FormError message={error} />
      <FormFields fields={FIELDS} {...inputs} />
      <div className="account-actions">
        <Button type="submit" variant="default" loading={busy} disabled={values.name.trim() === stored}>
          Change name
        </Button>
      </div>
    </form>
  );
}
