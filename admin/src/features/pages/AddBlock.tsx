import { contains } from "@academy/shared/fold";
import { Button, Combobox, useCombobox } from "@mantine/core";
import { useState } from "react";
import type { BlockModel } from "@/model/types";
import { OptionText } from "@/ui/OptionText";

interface Props {
  blocks: readonly BlockModel[];
  disabled: boolean;
  onAdd: (block: BlockModel) => void;
}

/** A button that lists the blocks by name: arrows and Enter choose, and typing searches. */
export function AddBlock({ blocks, disabled, onAdd }: Props) {
  const [words, setWords] = useState("");
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setWords("");
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const found = blocks.filter(({ name, description }) => contains(`${name} ${description}`, words));
  return (
    <Combobox
      store={combobox}
      width="min(24rem, 90vw)"
      position="bottom-start"
      withinPortal
      // It stays on the screen while a phone's keyboard takes half of it, and while what is above grows.
      hideDetached={false}
      middlewares={{ shift: { crossAxis: true, limiter: undefined } }}
      onOptionSubmit={(type) => {
        const block = blocks.find((known) => known.type === type);
        combobox.closeDropdown();
        if (block) onAdd(block);
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button
          variant="default"
          disabled={disabled}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          Add block
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label="Search blocks"
          placeholder="Search blocks"
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            combobox.selectFirstOption();
          }}
        />
        <Combobox.Options mah="20rem" style={{ overflowY: "auto" }} aria-label="Blocks">
          {found.map(({ type, name, description }) => (
            <Combobox.Option key={type} value={type} aria-label={name}>
              <OptionText name={name} about={description} />
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>No blocks found</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
