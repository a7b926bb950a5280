import { TextInput } from "@mantine/core";
import type { InputHTMLAttributes } from "react";
import { NewPassword, Password } from "@/ui/Password";
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
