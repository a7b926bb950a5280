import { Button, NativeSelect, TextInput } from "@mantine/core";
import type { Invited } from "@/api/types";
import { FormError } from "@/ui/FormError";
import { useSent } from "@/ui/useSent";
import { useSubmit } from "@/ui/useSubmit";
import { invite, type Role, type Way } from "./calls";

const WAYS: Record<Way, { label: string; type: string; example: string }> = {
  email: { label: "Email address", type: "email", example: "ravi@example.com" },
  phone: { label: "Phone number", type: "tel", example: "+91 98765 43210" },
};

const EMPTY = { way: "email", to: "", role: "author" } as const;

export function InviteForm({ onInvited }: { onInvited: (invited: Invited) => void }) {
  const { form: invitation, setForm, replace } = useSent<{ way: Way; to: string; role: Role }>(EMPTY);
  const { way, to, role } = invitation;
  const { busy, error, fields, form } = useSubmit(async () => {
    onInvited(await invite(way, to.trim(), role));
    replace(invitation, { ...invitation, to: "" });
  });
  const { label, type, example } = WAYS[way];
  return (
    // What is wrong with the address the server says, at the field.
    <form className="invite" noValidate {...form}>
      <FormError message={error} />
      <div className="invite-fields">
        <NativeSelect
          label="Invite by"
          name="way"
          data={[
            { value: "email", label: "Email" },
            { value: "phone", label: "Phone" },
          ]}
          value={way}
          onChange={(event) => setForm({ ...invitation, way: event.currentTarget.value as Way, to: "" })}
        />
        <TextInput
          label={label}
          name={way}
          type={type}
          required
          autoComplete="off"
          placeholder={example}
          value={to}
          error={fields.email ?? fields.phone}
          onChange={(event) => setForm({ ...invitation, to: event.currentTarget.value })}
        />
        <NativeSelect
          label="Role"
          name="role"
          data={[
            { value: "author", label: "Author" },
            { value: "administrator", label: "Administrator" },
          ]}
          value={role}
          onChange={(event) => setForm({ ...invitation, role: event.currentTarget.value as Role })}
        />
        <Button type="submit" loading={busy}>
          Invite
        </Button>
      </div>
    </form>
  );
}
