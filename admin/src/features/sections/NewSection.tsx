import { Autocomplete, Button, TextInput } from "@mantine/core";
import type { ContentModel } from "@/model/types";
import { OptionText } from "@/ui/OptionText";
import { useAction } from "@/ui/useAction";
import { useAlert } from "@/ui/useAlert";
import { useForm } from "@/ui/useForm";
import { found, offersOf, whatShows } from "./offers";

interface Props {
  model: ContentModel;
  /** The types that have a section. */
  taken: readonly string[];
  onCreate: (section: { name: string; type: string; block?: string; is_visible: boolean }) => Promise<void>;
  /** Created or given up. */
  onClose: () => void;
}

const EMPTY = { name: "", type: "" };

const focus = (input: HTMLInputElement | null) => input?.focus();

export function NewSection({ model, taken, onCreate, onClose }: Props) {
  const alert = useAlert();
  const { act, busy } = useAction();
  const offers = offersOf(model, taken);
  const blockOf = (type: string) => offers.find((offer) => offer.type === type.trim())?.block;
  const { values, set, form } = useForm(
    EMPTY,
    async ({ name, type }) => {
      if (name.trim() === "" || type.trim() === "") {
        await alert("Please fill in all required fields.");
        return undefined;
      }
      const block = blockOf(type);
      const other = block && block.type !== type.trim() && { block: block.type };
      const run = () => onCreate({ name: name.trim(), type: type.trim(), ...other, is_visible: true });
      const outcome = await act({ run, failed: "Failed to create section", mustRead: true });
      return outcome === "done" ? EMPTY : undefined;
    },
    { onSent: onClose },
  );
  const { name, type } = values;
  const block = blockOf(type);

  return (
    <form
      className="new-section"
      // The page's own dialog tells what is missing; the attribute tells assistive technology.
      noValidate
      {...form}
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
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Autocomplete
          label="Section Type"
          name="type"
          placeholder="e.g., success-stories"
          required
          description={<span role="status">{whatShows(model, taken, type.trim())}</span>}
          inputWrapperOrder={["label", "input", "description", "error"]}
          data={offers.map((offer) => offer.type)}
          filter={({ search }) => found(offers, search).map(({ type }) => ({ value: type, label: type }))}
          renderOption={({ option }) => {
            const block = blockOf(option.value);
            return block && <OptionText name={block.name} about={block.description} />;
          }}
          value={type}
          onChange={(type) => set({ type })}
          onOptionSubmit={(type) => {
            const named = name.trim() !== "" && name !== block?.name;
            set({ name: named ? name : (blockOf(type)?.name ?? ""), type });
          }}
        />
      </div>
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
