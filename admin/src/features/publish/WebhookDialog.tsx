import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import type { Endpoint, EndpointWithSecret } from "@/api/types";
import { CancelButton } from "@/editing/CancelButton";
import { DocumentForm } from "@/editing/DocumentForm";
import type { ListedKind } from "@/editing/kind";
import { useDocument } from "@/editing/useDocument";
import { writeChanges } from "@/editing/writeOver";
import { inputsOf } from "@/fields/FieldInputs";
import type { FormField } from "@/model/types";
import { addEndpoint, changeEndpoint, type EndpointForm } from "@/resources/webhooks";
import { toast } from "@/ui/toasts";

interface Props {
  edited: Endpoint | "new" | null;
  onClose: () => void;
  onAdded: (made: EndpointWithSecret) => void;
}

const MEANINGS: Record<Endpoint["kind"], string> = {
  standard: "A Standard Webhooks message, signed with a secret of its own.",
  "build-hook": "A plain POST, as the build hooks of hosts take it.",
};
const FIELDS: readonly FormField[] = [
  { key: "name", type: "text", name: "Name", required: true, autoComplete: "off", first: true },
  {
    key: "url",
    type: "text",
    input: "url",
    name: "Address",
    required: true,
    autoComplete: "off",
    placeholder: "https://",
  },
  {
    key: "kind",
    type: "choice",
    name: "Kind",
    options: [
      { value: "standard", name: "Signed message" },
      { value: "build-hook", name: "Build hook" },
    ],
  },
  {
    key: "interval_seconds",
    type: "text",
    input: "numeric",
    name: "Interval in seconds",
    help: "Notified at most once in this time. The last change is always included.",
  },
  {
    key: "active",
    type: "boolean",
    name: "Active",
    words: ["Notified now and after each change.", "Not notified."],
  },
  {
    key: "leads",
    type: "boolean",
    name: "New leads",
    words: ["Also sent each new lead, with name, phone and text. Only signed and over https.", "Not sent leads."],
  },
];

/** The values of the fields; the interval is text until it is saved. */
type Fields = Omit<EndpointForm, "interval_seconds"> & { interval_seconds: string };

const formOf = ({ name, url, kind, active, leads, interval_seconds }: EndpointForm): Fields => ({
  name,
  url,
  kind,
  active,
  leads,
  interval_seconds: String(interval_seconds),
});
const endpointOf = ({ url, interval_seconds, ...form }: Fields): EndpointForm => ({
  ...form,
  url: url.trim(),
  interval_seconds: Number(interval_seconds),
});

/** How a webhook is edited. It has no history; the answer that adds one alone has its secret. */
const kindWith = (onAdded: Props["onAdded"]): ListedKind<Endpoint, Fields> => ({
  what: "webhook",
  drafts: "webhooks",
  fields: FIELDS,
  empty: formOf({ name: "", url: "", kind: "standard", active: true, leads: false, interval_seconds: 10 }),
  idOf: ({ id }) => id,
  formOf,
  written: endpointOf,
  save: async (_, form, revision, before) => {
    if (before) {
      const writing = {
        formOf: (stored: Endpoint) => endpointOf(formOf(stored)),
        write: (changes: Partial<EndpointForm>, over: number | undefined) => changeEndpoint(before.id, over, changes),
      };
      const { saved } = await writeChanges(writing, endpointOf(form), before, revision);
      toast.success(`The webhook ${saved.name} was changed`);
      return saved;
    }
    const made = await addEndpoint(endpointOf(form));
    toast.success(`The webhook ${made.name} was added`);
    onAdded(made);
    return made;
  },
  // The form says it.
  failed: () => "",
  stays: false,
  merges: true,
});

export function WebhookDialog({ edited, onClose, onAdded }: Props) {
  // Escape closes what stands over it only.
  const [over, setOver] = useState(false);
  return (
    <Modal
      opened={edited !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={!over}
      size="36rem"
      title={edited === "new" || edited === null ? "Add Webhook" : `Edit Webhook: ${edited.name}`}
    >
      {edited && (
        <Form edited={edited === "new" ? undefined : edited} onToggle={setOver} onClose={onClose} onAdded={onAdded} />
      )}
    </Modal>
  );
}

interface FormProps extends Omit<Props, "edited"> {
  edited: Endpoint | undefined;
  /** Told when another dialog opens over this one and closes. */
  onToggle: (opened: boolean) => void;
}

function Form({ edited, onToggle, onClose, onAdded }: FormProps) {
  const [kind] = useState(() => kindWith(onAdded));
  // A new one that somebody goes on typing in while it is added stays in the same form.
  const [id, setId] = useState(edited?.id ?? null);
  const done = (next: string | null) => (next === null ? onClose() : setId(next));
  const document = useDocument(kind, id, done, { known: edited });
  const { form, setForm, stored, submit } = document;
  const field = inputsOf({
    fields: FIELDS,
    form,
    errors: submit.fields,
    onChange: (change) => setForm((now) => ({ ...now, ...change })),
  });
  return (
    <DocumentForm
      document={document}
      noValidate
      onToggle={onToggle}
      foot={
        <div className="actions">
          <CancelButton document={document} onCancel={onClose} />
          <Button type="submit" loading={submit.busy}>
            {stored ? "Save Webhook" : "Add Webhook"}
          </Button>
        </div>
      }
    >
      {field("name")}
      {field("url")}
      <div className="columns">
        {field("kind", { help: MEANINGS[form.kind] })}
        {field("interval_seconds")}
      </div>
      {field("active")}
      {field("leads")}
    </DocumentForm>
  );
}
