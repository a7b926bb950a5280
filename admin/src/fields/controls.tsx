import { Checkbox, ColorInput, NativeSelect, NumberInput, Switch, Textarea, TextInput } from "@mantine/core";
import type { InputHTMLAttributes } from "react";
import { zoneHint } from "@/ui/format";
import { NewPassword, Password } from "@/ui/Password";
import { BELOW } from "@/ui/wrapperOrder";
import { type FieldProps, labels, placeholder, typed, wrong } from "./field";

type Attributes = InputHTMLAttributes<HTMLInputElement>;

/** What the browser is told of what is typed. */
const INPUTS: Readonly<Record<string, Pick<Attributes, "type" | "inputMode" | "pattern" | "title">>> = {
  email: { type: "email" },
  tel: { type: "tel" },
  url: { type: "url" },
  address: { inputMode: "url" },
  numeric: { inputMode: "numeric" },
  code: { inputMode: "numeric", pattern: "[0-9]{6}", title: "Six digits" },
};

export function TextField(props: FieldProps<string>) {
  const { input, autoComplete, first } = props.field;
  return (
    <TextInput
      {...labels(props)}
      {...(input ? INPUTS[input] : { dir: "auto" })}
      className={input === "numeric" || input === "code" ? "figures" : undefined}
      autoComplete={autoComplete}
      readOnly={props.field.readOnly}
      inputWrapperOrder={props.field.below && BELOW}
      // It appears when it can be typed, outside a dialog too.
      autoFocus={input === "code" && first}
      error={wrong(props)}
      placeholder={placeholder(props)}
      value={props.value ?? ""}
      onChange={(event) => props.onChange(typed(event.currentTarget.value))}
    />
  );
}

/** A password; one that is being chosen has the rule below it. */
export function PasswordField(props: FieldProps<string>) {
  const { description, ...shown } = labels(props);
  const { autoComplete } = props.field;
  const Control = autoComplete === "new-password" ? NewPassword : Password;
  return (
    <Control
      {...shown}
      {...(description ? { description } : {})}
      autoComplete={autoComplete}
      value={props.value ?? ""}
      onChange={(event) => props.onChange(typed(event.currentTarget.value))}
    />
  );
}

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
      description={
        <>
          {zoneHint(value)} {field.help}
        </>
      }
      inputWrapperOrder={BELOW}
      value={value}
      onChange={(event) => props.onChange(typed(event.currentTarget.value))}
    />
  );
}
