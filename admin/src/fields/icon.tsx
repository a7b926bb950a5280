import { paths } from "@academy/shared/icons";
import { Select } from "@mantine/core";
import { type FieldProps, labels, placeholder } from "./field";

/** The site's drawing of that name. */
function Drawing({ name }: { name: string }) {
  const path = Object.hasOwn(paths, name) ? paths[name as keyof typeof paths] : "";
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      aria-hidden="true"
    >
      <path d={path} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

export function IconField(props: FieldProps<string>) {
  const shown = props.value ?? String(props.field.default ?? "");
  return (
    <Select
      {...labels(props)}
      maw="16rem"
      searchable
      clearable
      placeholder={placeholder(props) ?? "None"}
      data={(props.field.options ?? []).map(({ value, name }) => ({ value, label: name }))}
      value={props.value || null}
      leftSection={shown ? <Drawing name={shown} /> : undefined}
      renderOption={({ option }) => (
        <span className="icon-option">
          <Drawing name={option.value} /> {option.label}
        </span>
      )}
      onChange={(value) => props.onChange(value ?? undefined)}
    />
  );
}
