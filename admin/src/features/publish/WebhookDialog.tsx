import { hasStatus } from "@academy/shared/api/errors";
import { Button, Modal, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Endpoint, EndpointWithSecret } from "@/api/types";
import { bind } from "@/ui/bind";
import { FormError } from "@/ui/FormError";
import { toast } from "@/ui/toasts";
import { useSent } from "@/ui/useSent";
import { useSubmit } from "@/ui/useSubmit";
import { addEndpoint, changeEndpoint, type EndpointForm } from "./endpoints";

interface Props {
  edited: Endpoint | "new" | null;
  onClose: () => void;
  onAdded: (made: EndpointWithSecret) => void;
}

const EMPTY: EndpointForm = { name: "", url: "", kind: "standard", active: true, interval_seconds: 10 };
const KINDS: readonly { value: Endpoint["kind"]; label: string; meaning: string }[] = [
  {
    value: "standard",
    label: "Signed message",
    meaning: "A Standard Webhooks message, signed with a secret of its own.",
  },
  { value: "build-hook", label: "Build hook", meaning: "A plain POST, as the build hooks of hosts take it." },
];

export function WebhookDialog({ edited, onClose, onAdded }: Props) {
  return (
    <Modal
      opened={edited !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      size="36rem"
      title={edited === "new" || edited === null ? "Add Webhook" : `Edit Webhook: ${edited.name}`}
    >
      {edited && <Form edited={edited === "new" ? null : edited} onClose={onClose} onAdded={onAdded} />}
    </Modal>
  );
}

/** The values of the fields; the interval is text until it is saved. */
type Fields = Omit<EndpointForm, "interval_seconds"> & { interval: string };

const fieldsOf = ({ name, url, kind, active, interval_seconds }: EndpointForm): Fields => ({
  name,
  url,
  kind,
  active,
  interval: String(interval_seconds),
});

function Form({ edited, onClose, onAdded }: Omit<Props, "edited"> & { edited: Endpoint | null }) {
  const { form: endpoint, setForm: setEndpoint, replace } = useSent(fieldsOf(edited ?? EMPTY));
  /** The endpoint as this form has saved it, when somebody went on typing. */
  const [saved, setSaved] = useState(edited);
  /** The endpoint as it is now, when somebody else changed it meanwhile. */
  const [newest, setNewest] = useState<Endpoint | null>(null);
  const set = (values: Partial<Fields>) => setEndpoint({ ...endpoint, ...values });
  const finish = (stored: Endpoint) => {
    setNewest(null);
    setSaved(stored);
    if (replace(endpoint, fieldsOf(stored))) onClose();
  };

  const { busy, error, fields, form } = useSubmit(async () => {
    const { name, url, kind, active, interval } = endpoint;
    const sent: EndpointForm = { name, url: url.trim(), kind, active, interval_seconds: Number(interval) };
    if (saved) {
      let stored: Endpoint;
      try {
        stored = await changeEndpoint(saved.id, (newest ?? saved).revision, sent);
      } catch (failure) {
        if (hasStatus(failure, 412)) setNewest((failure.problem?.current as Endpoint | undefined) ?? null);
        throw failure;
      }
      toast.success(`The webhook ${name} was changed`);
      finish(stored);
    } else {
      const made = await addEndpoint(sent);
      toast.success(`The webhook ${made.name} was added`);
      finish(made);
      onAdded(made);
    }
  });
  const field = bind(endpoint, fields, set);

  return (
    // What is wrong with a field the server says, at the field.
    <form className="stack" noValidate {...form}>
      <FormError message={error} />
      {newest && (
        <p className="notice">
          <span>Saving now replaces what they changed.</span>
          <Button variant="default" size="xs" onClick={() => setEndpoint(fieldsOf(newest))}>
            Load theirs
          </Button>
        </p>
      )}
      <TextInput label="Name" required data-autofocus autoComplete="off" {...field("name")} />
      <TextInput label="Address" type="url" required autoComplete="off" placeholder="https://" {...field("url")} />
      <div className="columns">
        <NativeSelect
          label="Kind"
          description={KINDS.find(({ value }) => value === endpoint.kind)?.meaning}
          data={KINDS.map(({ value, label }) => ({ value, label }))}
          {...field("kind")}
        />
        <TextInput
          label="Interval in seconds"
          name="interval_seconds"
          type="number"
          inputMode="numeric"
          min={1}
          max={86_400}
          description="Notified at most once in this time. The last change is always included."
          value={endpoint.interval}
          error={fields.interval_seconds}
          onChange={(event) => set({ interval: event.currentTarget.value })}
        />
      </div>
      <Switch
        name="active"
        label="Active"
        description={endpoint.active ? "Notified now and after each change." : "Not notified."}
        checked={endpoint.active}
        onChange={(event) => set({ active: event.currentTarget.checked })}
      />
      <div className="actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {saved ? "Save Webhook" : "Add Webhook"}
        </Button>
      </div>
    </form>
  );
}
