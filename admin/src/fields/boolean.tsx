import { Checkbox, Switch } from "@mantine/core";
import { type FieldProps, labels } from "./field";

export function BooleanField(props: FieldProps<boolean>) {
  const { withAsterisk: _, required: __, description, ...shown } = labels(props);
  const { words, box } = props.field;
  const Control = box ? Checkbox : Switch;
  const on = props.value ?? props.field.default === true;
  return (
    <Control
      {...shown}
      description={description ?? (box ? undefined : words?.[on ? 0 : 1])}
      checked={on}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}
