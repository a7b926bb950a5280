import { Drawing } from "@academy/shared/Icon";
import { paths } from "@academy/shared/icons";
import { Select } from "@mantine/core";
import { byLabel } from "@/ui/byLabel";
import { type FieldProps, labels, placeholder } from "./field";

/** The site's drawing of that name; an empty one where there is none. */
const drawn = (name: string) => (
  <Drawing path={Object.hasOwn(paths, name) ? paths[name as keyof typeof paths] : ""} size={20} />
);

export function IconField(props: FieldProps<string>) {
  const shown = props.value ?? String(props.field.default ?? "");
  return (
    <Select
      {...labels(props)}
      maw="16rem"
      searchable
      filter={byLabel}
      clearable
      placeholder={placeholder(props) ?? "None"}
      data={(props.field.options ?? []).map(({ value, name }) => ({ value, label: name }))}
      value={props.value || null}
      leftSection={shown ? drawn(shown) : undefined}
      renderOption={({ option }) => (
        <span className="icon-option">
          {drawn(option.value)} {option.label}
        </span>
      )}
      onChange={(value) => props.onChange(value ?? undefined)}
    />
  );
}
