import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAlert } from "@/components/useAlert";

interface Props {
  onCreate: (section: { name: string; type: string; is_visible: boolean }) => Promise<void>;
  onCancel: () => void;
}

const focus = (input: HTMLInputElement | null) => input?.focus();

export function NewSection({ onCreate, onCancel }: Props) {
  const [name, setName] = useState("");
  const [type, setType] = useState("");
  const [busy, setBusy] = useState(false);
  const alert = useAlert();

  const create = async () => {
    if (busy) return;
    if (name.trim() === "" || type.trim() === "") {
      await alert("Please fill in all required fields.");
      return;
    }
    setBusy(true);
    await onCreate({ name: name.trim(), type: type.trim(), is_visible: true });
    setBusy(false);
  };

  return (
    <form
      className="new-section"
      // The page's own dialog tells what is missing; the attribute tells assistive technology.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <h3>Create New Section</h3>
      <div className="columns">
        <TextInput
          label="Section Name"
          name="name"
          placeholder="e.g., Success Stories"
          required
          ref={focus}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Section Type"
          name="type"
          placeholder="e.g., success-stories"
          required
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
        />
      </div>
      <div className="actions">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" data-disabled={busy} aria-disabled={busy}>
          {busy ? "Creating..." : "Create Section"}
        </Button>
      </div>
    </form>
  );
}
