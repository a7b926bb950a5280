import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { messageOf } from "@/api/errors";
import { useAlert } from "@/components/useAlert";
import { blockOf } from "@/model/model";
import type { ContentModel } from "@/model/types";
import { nameOf, typesWithout } from "./site";

interface Props {
  model: ContentModel;
  /** The types that have a section. */
  taken: readonly string[];
  onCreate: (section: { name: string; type: string; block?: string; is_visible: boolean }) => Promise<void>;
  /** Created or given up. */
  onClose: () => void;
}

const focus = (input: HTMLInputElement | null) => input?.focus();

export function NewSection({ model, taken, onCreate, onClose }: Props) {
  const [name, setName] = useState("");
  const [type, setType] = useState("");
  /** What was chosen; otherwise the type decides. */
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const alert = useAlert();
  const offersId = useId();

  const create = async () => {
    if (busy) return;
    if (name.trim() === "" || type.trim() === "") {
      await alert("Please fill in all required fields.");
      return;
    }
    setBusy(true);
    try {
      await onCreate({ name: name.trim(), type: type.trim(), ...(chosen && { block: chosen }), is_visible: true });
      onClose();
    } catch (failure) {
      setBusy(false);
      await alert(`Failed to create section: ${messageOf(failure)}`);
    }
  };
  const offered = typesWithout(model, taken);
  const block = chosen ?? blockOf(model, type.trim())?.type ?? "";

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
        <NativeSelect
          label="Block"
          name="block"
          description={model.blocks.find((known) => known.type === block)?.description}
          inputWrapperOrder={["label", "input", "description", "error"]}
          data={model.blocks.map((known) => ({ value: known.type, label: known.name }))}
          value={block}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      </div>
      {offered.length > 0 && (
        <div className="section-offers">
          <p id={offersId}>Blocks of the home page without a section:</p>
          <ul aria-labelledby={offersId}>
            {offered.map((known) => (
              <li key={known}>
                <Button
                  variant="default"
                  size="xs"
                  aria-pressed={type === known}
                  onClick={() => {
                    setType(known);
                    setChosen(null);
                    if (name.trim() === "" || name === nameOf(type)) setName(nameOf(known));
                  }}
                >
                  {nameOf(known)}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" data-disabled={busy} aria-disabled={busy}>
          {busy ? "Creating..." : "Create Section"}
        </Button>
      </div>
    </form>
  );
}
