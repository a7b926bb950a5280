import { Autocomplete, UnstyledButton } from "@mantine/core";
import { useState } from "react";

type Filters = Readonly<Record<string, string>>;

/** The buttons that narrow the list: one kind at a time, and what is lacking. */
const BUTTONS = [
  { label: "Pictures", filter: "kind", value: "image" },
  { label: "Videos", filter: "kind", value: "video" },
  { label: "Files", filter: "kind", value: "file" },
  { label: "Unused", filter: "unused", value: "true" },
  { label: "Without description", filter: "without_alt", value: "true" },
] as const;

interface Props {
  filters: Filters;
  narrow: (by: Filters) => void;
  /** The tags that are offered. */
  tags: readonly string[];
}

/** Buttons that narrow the list. A second press takes a filter back. */
export function Narrow({ filters, narrow, tags }: Props) {
  const { tag = "" } = filters;
  const [typed, setTyped] = useState(tag);
  const [shown, setShown] = useState(tag);
  if (shown !== tag) {
    setShown(tag);
    setTyped(tag);
  }
  const choose = (next: string) => {
    setTyped(next);
    if (next.trim() !== tag) narrow({ tag: next.trim() });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a line
    <div role="group" aria-label="Show" className="media-narrow">
      {BUTTONS.map(({ label, filter, value }) => {
        const on = filters[filter] === value;
        return (
          <UnstyledButton
            key={label}
            className="media-filter"
            aria-pressed={on}
            onClick={() => narrow({ [filter]: on ? "" : value })}
          >
            {label}
          </UnstyledButton>
        );
      })}
      <Autocomplete
        className="media-tag"
        aria-label="Tag"
        placeholder="Tag"
        name="tag"
        size="sm"
        data={[...tags]}
        value={typed}
        onChange={(next) => (next === "" ? choose(next) : setTyped(next))}
        onOptionSubmit={choose}
        onBlur={() => choose(typed)}
        onKeyDown={(event) => event.key === "Enter" && choose(event.currentTarget.value)}
      />
    </div>
  );
}
