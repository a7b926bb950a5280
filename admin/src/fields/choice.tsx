import { NativeSelect } from "@mantine/core";
import { type FieldProps, labels } from "./field";

export function ChoiceField(props: FieldProps<string>) {
  const options = (props.field.options ?? []).map(({ value, name }) => ({ value, label: name }));
  return (
    <NativeSelect
      {...labels(props)}
      data={options}
      value={props.value ?? String(props.field.default ?? options[0]?.value ?? "")}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
