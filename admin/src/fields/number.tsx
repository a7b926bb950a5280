import { NumberInput } from "@mantine/core";
import { type FieldProps, labels, placeholder } from "./field";

export function NumberField(props: FieldProps<number | null>) {
  return (
    <NumberInput
      {...labels(props)}
      placeholder={placeholder(props)}
      min={props.field.min}
      max={props.field.max}
      // A number out of bounds is refused with a reason, and not changed under the hand.
      clampBehavior="none"
      value={props.value ?? ""}
      onChange={(value) => props.onChange(typeof value === "number" ? value : undefined)}
    />
  );
}
