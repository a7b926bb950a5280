import { tooLong } from "@academy/shared/text/length";
import type { ReactNode } from "react";
import type { FormField, Values } from "@/model/types";

/** The props of a control of one field type. */
export interface FieldProps<V = unknown> {
  field: FormField;
  /** The control's name: the key, after those of the lists around it. */
  name: string;
  /** Undefined while nothing is stored: then the site shows the default. */
  value: V | undefined;
  onChange(value: V | undefined): void;
  /** The server's refusals, by name. */
  errors: Readonly<Record<string, string>>;
  /** The browser refuses to send the form while a required field is blank. */
  strict?: boolean;
}

/** The error of a text: it is longer than its field takes, or what the server says. */
export const wrong = ({ field, name, value, errors }: FieldProps<string>): string | undefined =>
  (field.max === undefined ? undefined : tooLong(value ?? "", field.max)) ?? errors[name];

/** The props of what every control shows around itself. */
export const labels = ({ field, name, errors, strict }: Omit<FieldProps, "value" | "onChange">): Labels => ({
  label: field.label ?? field.name,
  name,
  description: field.help,
  error: errors[name],
  withAsterisk: field.required && field.default === undefined,
  required: strict && field.required,
  "data-autofocus": field.first,
});

interface Labels {
  label: ReactNode;
  name: string;
  description: ReactNode;
  error: ReactNode;
  withAsterisk: boolean | undefined;
  required: boolean | undefined;
  "data-autofocus": true | undefined;
}

/** The default as a text, for a control that shows it in grey. */
export const placeholder = ({ field }: FieldProps): string | undefined =>
  typeof field.default === "string" || typeof field.default === "number" ? String(field.default) : field.placeholder;

/** The value of a text control: a text that was cleared shows the default again. */
export const typed = (text: string): string | undefined => (text === "" ? undefined : text);

/** Of the form of several fields. */
export interface FormProps {
  fields: readonly FormField[];
  values: Values;
  onChange: (values: Values) => void;
  /** The server's refusals, by a control's name. */
  errors: Readonly<Record<string, string>>;
  /** Stands before the names of the controls. */
  prefix?: string;
}
