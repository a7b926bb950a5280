import { Button } from "@mantine/core";

type Filters = Readonly<Record<string, string>>;

/** The buttons that narrow the list: one kind at a time, and what is lacking. */
const BUTTONS = [
  { label: "Pictures", filter: "kind", value: "image" },
  { label: "Videos", filter: "kind", value: "video" },
  { label: "Files", filter: "kind", value: "file" },
  { label: "Unused", filter: "unused", value: "true" },
  { label: "Without description", filter: "without_alt", value: "true" },
] as const;

/** Buttons that narrow the list. A second press takes a filter back. */
export const Narrow = ({ filters, narrow }: { filters: Filters; narrow: (by: Filters) => void }) => (
  <fieldset aria-label="Show" className="choice">
    {BUTTONS.map(({ label, filter, value }) => {
      const on = filters[filter] === value;
      return (
        <Button
          key={label}
          variant="default"
          size="xs"
          aria-pressed={on}
          onClick={() => narrow({ [filter]: on ? "" : value })}
        >
          {label}
        </Button>
      );
    })}
  </fieldset>
);
