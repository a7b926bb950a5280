import { Button, Popover, TextInput } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";

interface Props {
  /** The label of the button and of the field. */
  label: string;
  /** Values that are suggested while one types. */
  suggestions: readonly string[];
  /** The uses of the value, the first when the form is submitted; `run` resolves to whether all went well. */
  uses: readonly { label: string; run: (value: string) => Promise<boolean> }[];
  busy: boolean;
}

/** An action with the selected that needs a text. */
export function ValueAction({ label, suggestions, uses, busy }: Props) {
  const [opened, setOpened] = useState(false);
  const [value, setValue] = useState("");
  const list = useId();
  const run = async (use: Props["uses"][number] | undefined) => {
    if (value.trim() === "" || !use) return;
    setOpened(false);
    if (await use.run(value.trim())) setValue("");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(uses[0]);
  };
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus hideDetached={false} position="bottom-start">
      <Popover.Target>
        <Button variant="default" size="xs" disabled={busy} aria-haspopup="dialog" onClick={() => setOpened(!opened)}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <form onSubmit={submit}>
          <TextInput
            label={label}
            data-autofocus
            list={list}
            autoComplete="off"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <datalist id={list}>
            {[...new Set(suggestions.filter(Boolean))].sort().map((known) => (
              <option key={known} value={known} />
            ))}
          </datalist>
          <div className="popover-actions">
            {uses.map((use, index) => (
              <Button
                key={use.label}
                type={index === 0 ? "submit" : "button"}
                variant={index === 0 ? undefined : "default"}
                size="xs"
                onClick={index === 0 ? undefined : () => run(use)}
              >
                {use.label}
              </Button>
            ))}
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
