import { Button } from "@mantine/core";
import type { Invited } from "@/api/types";
import { FormFields } from "@/fields/FieldInputs";
import { ROLE_OPTIONS, ROLES, type Role } from "@/model/roles";
import type { FormField } from "@/model/types";
import { invite, type Way } from "@/resources/team";
import { FormError } from "@/ui/FormError";
import { useForm } from "@/ui/useForm";

const TO: Record<Way, FormField> = {
  email: {
    key: "email",
    type: "text",
    name: "Email address",
    input: "email",
    required: true,
    autoComplete: "off",
    placeholder: "ravi@example.com",
  },
  phone: {
    key: "phone",
    type: "text",
    name: "Phone number",
    input: "tel",
    required: true,
    autoComplete: "off",
    placeholder: "+91 98765 43210",
  },
};
const WAY: FormField = {
  key: "way",
  type: "choice",
  name: "Invite by",
  options: [
    { value: "email", name: "Email" },
    { value: "phone", name: "Phone" },
  ],
};
const ROLE: FormField = {
  key: "role",
  type: "choice",
  name: "Role",
  options: ROLE_OPTIONS,
};

interface Invitation extends Record<Way, string> {
  way: Way;
  role: Role;
}

export function InviteForm({ onInvited }: { onInvited: (invited: Invited) => void }) {
  const empty = { email: "", phone: "" };
  const { values, inputs, busy, error, form } = useForm<Invitation>(
    { way: "email", role: "author", ...empty },
    async (sent) => {
      onInvited(await invite(sent.way, sent[sent.way].trim(), sent.role));
      return { ...sent, ...empty };
    },
  );
  return (
    // What is wrong with the address the server says, at the field.
    <form className="invite" noValidate {...form}>
      <FormError message={error} />
      <div className="invite-fields">
        <FormFields fields={[WAY, TO[values.way], ROLE]} {...inputs} />
        <Button type="submit" loading={busy}>
          Invite
        </Button>
      </div>
      <p className="form-hint" role="status">
        {ROLES[values.role].name}: {ROLES[values.role].may}.
      </p>
    </form>
  );
}
