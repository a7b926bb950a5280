import { Button } from "@mantine/core";

interface Props<C extends string> {
  label: string;
  choices: readonly C[];
  chosen: C;
  onChoose: (choice: C) => void;
}

/** One of a few, each with a button. */
export function Choice<C extends string>({ label, choices, chosen, onChoose }: Props<C>) {
  return (
    <fieldset className="choice" aria-label={label}>
      {choices.map((choice) => (
        <Button
          key={choice}
          variant="default"
          size="xs"
          aria-pressed={choice === chosen}
          onClick={() => onChoose(choice)}
        >
          {choice}
        </Button>
      ))}
    </fieldset>
  );
}
