import { Button } from "@mantine/core";
import { type ComponentType, useRef } from "react";
import { Entries } from "@/lists/Entries";
import { moved } from "@/lists/Sortable";
import type { Field, Values } from "@/model/types";
import { FieldError } from "@/ui/FormError";
import { useFolding } from "@/ui/useFolding";
import { type FieldProps, type FormProps, labels } from "./field";

/** Lists of up to this many entries show them open. */
const OPEN = 4;

/** The name of an entry: its first text, else its number. */
function entryName(fields: readonly Field[], entry: Values, index: number): string {
  for (const { key, type } of fields) {
    const text = entry[key];
    if (type === "text" && typeof text === "string" && text.trim() !== "") return text;
  }
  return `Entry ${index + 1}`;
}

let last = 0;
const newKey = () => `entry-${++last}`;

interface Props extends FieldProps<readonly Values[]> {
  /** The form of an entry, which may have lists of its own. */
  Form: ComponentType<FormProps>;
}

/** Entries of the same fields, which are added, moved and removed. */
export function ListField({ Form, ...props }: Props) {
  const { field, name, value, onChange, errors } = props;
  const entries = value ?? (field.default as readonly Values[] | undefined) ?? [];
  const fields = field.fields ?? [];
  // An entry has no name of its own; these tell which is which while they are moved.
  const keys = useRef<string[]>([]);
  while (keys.current.length < entries.length) keys.current.push(newKey());
  keys.current.length = entries.length;
  const folding = useFolding({ keys: [...keys.current], open: entries.length <= OPEN, errors, at: name });
  const { label, description, error } = labels(props);
  const full = field.max !== undefined && entries.length >= field.max;

  const add = () => {
    const key = newKey();
    keys.current.push(key);
    folding.open(key);
    onChange([...entries, {}]);
  };
  return (
    <fieldset className="list-field">
      <legend>{label}</legend>
      {description && <p className="form-hint">{description}</p>}
      <Entries
        entries={entries}
        keyOf={(_, index) => keys.current[index] ?? ""}
        nameOf={(entry, index) => entryName(fields, entry, index)}
        folding={folding}
        onMove={(from, to) => {
          keys.current = moved(keys.current, from, to);
          onChange(moved(entries, from, to));
        }}
        onRemove={(index) => {
          keys.current.splice(index, 1);
          onChange(entries.filter((_, i) => i !== index));
        }}
      >
        {(entry, index) =>
          folding.isOpen(index) && (
            <div className="entry-fields">
              <Form
                fields={fields}
                prefix={`${name}[${index}].`}
                values={entry}
                errors={errors}
                onChange={(next) => onChange(entries.map((old, i) => (i === index ? next : old)))}
              />
            </div>
          )
        }
      </Entries>
      <div className="entries-foot">
        <Button variant="default" size="xs" disabled={full} onClick={add}>
          Add entry
        </Button>
        {full && <span className="form-hint">There can be {field.max} at most.</span>}
        {value !== undefined && Array.isArray(field.default) && field.default.length > 0 && (
          <Button variant="subtle" size="xs" onClick={() => onChange(undefined)}>
            Use the default entries
          </Button>
        )}
      </div>
      <FieldError>{error}</FieldError>
    </fieldset>
  );
}
