import { Textarea } from "@mantine/core";
import { type FieldProps, labels, placeholder, typed, wrong } from "./field";

export function LongTextField(props: FieldProps<string>) {
  return (
    <Textarea
      {...labels(props)}
      error={wrong(props)}
      dir="auto"
      autosize
      minRows={props.field.rows ?? 4}
      placeholder={placeholder(props)}
      value={props.value ?? ""}
      onChange={(event) => props.onChange(typed(event.currentTarget.value))}
    />
  );
}
