import { TextInput } from "@mantine/core";
import { type FieldProps, labels, typed } from "./field";

export function DateField(props: FieldProps<string>) {
  return (
    <TextInput
      {...labels(props)}
      type="date"
      maw="14rem"
      value={props.value ?? String(props.field.default ?? "")}
      onChange={(event) => props.onChange(typed(event.currentTarget.value))}
    />
  );
}
