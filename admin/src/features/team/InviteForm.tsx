import { messageOf } from "@academy/shared/api/errors";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Invited } from "@/api/types";
import { FormError } from "@/components/FormError";
import { useSubmit } from "@/components/useSubmit";
import { invite, type Role, type Way } from "./calls";

const WAYS: Record<Way, { label: string; type: string; example: string }> = {
  email: { label: "E-mail address", type: "email", example: "ravi@example.com" },
  phone: { label: "Phone number", type: "tel", example: "+91 98765 43210" },
};
const FIELDS = ["email", "phone"];

export function InviteForm({ onInvited }: { onInvited: (invited: Invited) => void }) {
  const [way, setWay] = useState<Way>("email");
  const [to, setTo] = useState("");
  const [role, setRole] = useState<Role>("author");
  const { busy, error, fields, submit } = useSubmit(
    async () => {
      onInvited(await invite(way, to.trim(), role));
      setTo("");
    },
    messageOf,
    FIELDS,
  );
  const { label, type, example } = WAYS[way];
  return (
    // What is wrong with the address the server says, at the field.
    <form className="invite" noValidate onSubmit={submit}>
      <FormError message={error} />
      <div className="invite-fields">
        <NativeSelect
          label="Invite by"
          name="way"
          data={[
            { value: "email", label: "E-mail" },
            { value: "phone", label: "Phone" },
          ]}
          value={way}
          onChange={(event) => {
            setWay(event.currentTarget.value as Way);
            setTo("");
          }}
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
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <NativeSelect
          label="Role"
          name="role"
          data={[
            { value: "author", label: "Author" },
            { value: "administrator", label: "Administrator" },
          ]}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
        />
        <Button type="submit" loading={busy}>
          Invite
        </Button>
      </div>
    </form>
  );
}
