import { Checkbox } from "@mantine/core";
import { type ComponentType, useState } from "react";
import { stored } from "@/model/model";
import { isNothing, nothing } from "@/model/text";
import type { Field, FieldType, Values } from "@/model/types";
import { ArticleField } from "./article";
import { BooleanField } from "./boolean";
import { ChoiceField } from "./choice";
import { ColorField } from "./color";
import { DateField } from "./date";
import type { FieldProps, FormProps } from "./field";
import { FileField } from "./file";
import "./fields.css";
import { IconField } from "./icon";
import { ImageField } from "./image";
import { LinkField } from "./link";
import { ListField } from "./list";
import { LongTextField } from "./longtext";
import { NumberField } from "./number";
import { RichTextField } from "./richtext";
import { TextField } from "./text";
import { VideoField } from "./video";

/** The API stores only what fits a field's type, so a control gets what it can show. */
const control = <V,>(Control: ComponentType<FieldProps<V>>) => Control as ComponentType<FieldProps>;

const CONTROLS: Record<FieldType, ComponentType<FieldProps>> = {
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
};

/** The form of the fields of a block, a page or an entry. What the model counts among the rest is folded. */
export function FieldInputs({ fields, values, onChange, errors, prefix = "" }: FormProps) {
  const input = (field: Field) => (
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
const CLEARED: ReadonlySet<FieldType> = new Set([
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

function FieldInput(props: FieldProps) {
  const { field, name, value, onChange } = props;
  const Control = CONTROLS[field.type];
  // A required field shows its default rather than nothing.
  const clearable = !field.required && field.default !== undefined && !isNothing(field.default);
  const off = value !== undefined && isNothing(value);
  return (
    <div className="field" data-off={(off && clearable) || undefined}>
      <Control {...props} />
      {clearable && CLEARED.has(field.type) && (value === undefined || off) && (
        <Checkbox
          size="xs"
          className="field-nothing"
          name={`${name}.empty`}
          label="Show nothing here"
          aria-label={`Show nothing: ${field.name}`}
          checked={off}
          onChange={(event) => onChange(event.currentTarget.checked ? nothing(field) : undefined)}
        />
      )}
    </div>
  );
}
