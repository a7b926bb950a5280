import { Checkbox } from "@mantine/core";
import { type ComponentType, useState } from "react";
import { stored } from "@/model/model";
import { isNothing, nothing } from "@/model/text";
import type { Field, FormField, Values } from "@/model/types";
import { ArticleField } from "./article";
import {
  BooleanField,
  ChoiceField,
  ColorField,
  DateField,
  DateTimeField,
  LongTextField,
  NumberField,
  PasswordField,
  TextField,
} from "./controls";
import type { FieldProps, FormProps } from "./field";
import { FileField, PictureField, UploadField } from "./file";
import "./fields.css";
import { IconField } from "./icon";
import { ImageField } from "./image";
import { LinkField } from "./link";
import { ListField } from "./list";
import { RichTextField } from "./richtext";
import { VideoField } from "./video";

/** The API stores only what fits a field's type, so a control gets what it can show. */
const control = <V,>(Control: ComponentType<FieldProps<V>>) => Control as ComponentType<FieldProps>;

const CONTROLS: Record<Exclude<FormField["type"], "menu" | "blocks">, ComponentType<FieldProps>> = {
  text: control(TextField),
  longtext: control(LongTextField),
  richtext: control(RichTextField),
  link: control(LinkField),
  image: control(ImageField),
  video: control(VideoField),
  file: control(FileField),
  number: control(NumberField),
  boolean: control(BooleanField),
  choice: control(ChoiceField),
  date: control(DateField),
  icon: control(IconField),
  color: control(ColorField),
  list: control<readonly Values[]>((props) => <ListField {...props} Form={FieldInputs} />),
  article: control(ArticleField),
  datetime: control(DateTimeField),
  password: control(PasswordField),
  picture: control(PictureField),
  upload: control(UploadField),
  tags: control(TextField),
};

/** The form of the fields of a block, a page or an entry. What the model counts among the rest is folded. */
export function FieldInputs({ fields, values, onChange, errors, prefix = "" }: FormProps) {
  const input = (field: FormField) => (
    <FieldInput
      key={field.key}
      field={field}
      name={prefix + field.key}
      value={stored(values, field)}
      errors={errors}
      onChange={(value) => {
        const next: Record<string, unknown> = { ...values };
        for (const key of [field.key, ...(field.was ?? [])]) delete next[key];
        if (value !== undefined) next[field.key] = value;
        onChange(next);
      }}
    />
  );
  // It opens for something that is refused, can be folded all the same, and stays open after that is mended.
  const [open, setOpen] = useState(false);
  const [seen, setSeen] = useState(false);
  const more = fields.filter((field) => field.more);
  const refused = more.some(({ key }) => Object.keys(errors).some((at) => at.startsWith(prefix + key)));
  if (refused !== seen) {
    setSeen(refused);
    if (refused) setOpen(true);
  }
  return (
    <div className="stack">
      {fields.filter((field) => !field.more).map(input)}
      {more.length > 0 && (
        <details className="field-more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>More texts</summary>
          <div className="stack">{more.map(input)}</div>
        </details>
      )}
    </div>
  );
}

/** Fields whose default would be seen although somebody wants nothing there. */
const CLEARED: ReadonlySet<FormField["type"]> = new Set([
  "text",
  "longtext",
  "richtext",
  "link",
  "image",
  "video",
  "file",
  "number",
  "date",
  "icon",
  "color",
]);

interface OwnProps<F extends object> {
  fields: readonly FormField[];
  form: F;
  errors: Readonly<Record<string, string>>;
  onChange: (change: Partial<F>) => void;
}

/**
 * Returns what draws a field of a form of the dashboard's own by its key, with `more` of what its declaration says.
 * Each field has a value: a text that is cleared is "".
 */
export const inputsOf =
  <F extends object>({ fields, form, errors, onChange }: OwnProps<F>) =>
  (key: keyof F & string, more: Partial<FormField> = {}) => {
    const field = fields.find((each) => each.key === key);
    if (!field) throw new Error(`no field is called ${key}`);
    return (
      <FieldInput
        key={key}
        field={{ ...field, ...more }}
        name={key}
        value={form[key]}
        errors={errors}
        strict
        onChange={(value) => onChange({ [key]: value ?? "" } as Partial<F>)}
      />
    );
  };

/** The fields of a form of the dashboard's own, one after another. */
export const FormFields = <F extends object>(props: OwnProps<F>) =>
  props.fields.map(({ key }) => inputsOf(props)(key as keyof F & string));

function FieldInput(props: FieldProps) {
  const { field, name, value, onChange } = props;
  const Control = CONTROLS[field.type as keyof typeof CONTROLS];
  // A required field shows its default rather than nothing.
  const clearable = !field.required && field.default !== undefined && !isNothing(field.default);
  const off = value !== undefined && isNothing(value);
  return (
    <div className={`field ${field.className ?? ""}`.trim()} data-off={(off && clearable) || undefined}>
      <Control {...props} />
      {clearable && CLEARED.has(field.type) && (value === undefined || off) && (
        <Checkbox
          size="xs"
          className="field-nothing"
          name={`${name}.empty`}
          label="Show nothing here"
          aria-label={`Show nothing: ${field.name}`}
          checked={off}
          onChange={(event) => onChange(event.currentTarget.checked ? nothing(field as Field) : undefined)}
        />
      )}
    </div>
  );
}
