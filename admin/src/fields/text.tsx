import { TextInput } from "@mantine/core";
import { type FieldProps, labels, placeholder, typed, wrong } from "./field";

export function TextField(props: FieldProps<string>) {
  return (
    <TextInput
      {...labels(props)}
      error={wrong(props)}
      dir="auto"
      placeholder={placeholder(props)}
      value={props.value ?? ""}
      onChange={(event) => props.onChange(typed(event.currentTarget.value))}
    />
  );
}
