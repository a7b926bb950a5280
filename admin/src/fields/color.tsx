import { ColorInput } from "@mantine/core";
import { type FieldProps, labels, placeholder, typed } from "./field";

export function ColorField(props: FieldProps<string>) {
  return (
    <ColorInput
      {...labels(props)}
      maw="14rem"
      swatches={(props.field.options ?? []).map(({ value }) => value)}
      format="hex"
      placeholder={placeholder(props) ?? "#rrggbb"}
      value={props.value ?? ""}
      onChange={(value) => props.onChange(typed(value))}
    />
  );
}
