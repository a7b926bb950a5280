import { TextInput } from "@mantine/core";
import { zoneHint } from "@/ui/format";
import { BELOW } from "@/ui/wrapperOrder";
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

/** A moment, as `<input type="datetime-local">` has it. */
export function DateTimeField(props: FieldProps<string>) {
  const { value = "", field } = props;
  return (
    <TextInput
      {...labels(props)}
      type="datetime-local"
      description={[zoneHint(value), field.help].filter(Boolean).join(" ")}
      inputWrapperOrder={BELOW}
      value={value}
      onChange={(event) => props.onChange(typed(event.currentTarget.value))}
    />
  );
}
