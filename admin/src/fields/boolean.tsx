import { Switch } from "@mantine/core";
import { type FieldProps, labels } from "./field";

export function BooleanField(props: FieldProps<boolean>) {
  const { withAsterisk: _, ...shown } = labels(props);
  return (
    <Switch
      {...shown}
      checked={props.value ?? props.field.default === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}
