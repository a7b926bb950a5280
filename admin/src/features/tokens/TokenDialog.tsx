import { Button, Modal } from "@mantine/core";
import type { TokenWithSecret } from "@/api/types";
import { FormFields, inputsOf } from "@/fields/FieldInputs";
import type { FormField } from "@/model/types";
import { FieldError, FormError } from "@/ui/FormError";
import { useForm } from "@/ui/useForm";
import { makeToken } from "./calls";
import { expiryAfter, LIFETIMES, SCOPES, type Scope } from "./words";

const FIELDS: readonly FormField[] = [
  {
    key: "name",
    type: "text",
    name: "Name",
    help: "The program that will use it.",
    required: true,
    max: 80,
    autoComplete: "off",
    first: true,
  },
  { key: "days", type: "choice", name: "Expires after", options: [...LIFETIMES] },
];
const BOXES = Object.entries(SCOPES).map(
  ([key, [name, help]]): FormField => ({ key, type: "boolean", box: true, name, help }),
);

type Fields = Record<Scope, boolean> & { name: string; days: string };

const EMPTY: Fields = {
  ...(Object.fromEntries(BOXES.map(({ key }) => [key, false])) as Record<Scope, boolean>),
  name: "",
  days: "90",
};

interface Props {
  opened: boolean;
  onClose: () => void;
  onMade: (made: TokenWithSecret) => void;
}

export function TokenDialog({ opened, onClose, onMade }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} closeOnClickOutside={false} size="36rem" title="New Token">
      <TokenForm onClose={onClose} onMade={onMade} />
    </Modal>
  );
}

function TokenForm({ onClose, onMade }: Omit<Props, "opened">) {
  const { fields, inputs, busy, error, form } = useForm(EMPTY, async ({ name, days, ...boxes }) => {
    const scopes = (Object.keys(SCOPES) as Scope[]).filter((scope) => boxes[scope]);
    onMade(await makeToken(name, scopes, expiryAfter(days)));
  });
  const field = inputsOf({ ...inputs, fields: FIELDS });
  return (
    // The server validates; its errors stand at the fields.
    <form className="stack" noValidate {...form}>
      <FormError message={fields.scopes ? null : error} />
      {field("name")}
      <fieldset className="token-scopes">
        <legend>It may</legend>
        <FieldError>{fields.scopes && "Choose at least one."}</FieldError>
        <FormFields {...inputs} fields={BOXES} />
      </fieldset>
      {field("days")}
      <div className="actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Create Token
        </Button>
      </div>
    </form>
  );
}
