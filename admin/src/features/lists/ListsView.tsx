import { Button } from "@mantine/core";
import { useState } from "react";
import { Entries } from "@/components/Entries";
import { FormError } from "@/components/FormError";
import { Loaded } from "@/components/Loaded";
import { Panel } from "@/components/Panel";
import { Presence } from "@/components/Presence";
import { Empty } from "@/components/states";
import { toast } from "@/components/toasts";
import { useAction } from "@/components/useAction";
import { useEdit } from "@/components/useEdit";
import { FieldInputs } from "@/fields/FieldInputs";
import { History } from "@/history/History";
import { undoDeletion } from "@/history/undo";
import { wordsOf } from "@/history/values";
import type { Field, Values } from "@/model/types";
import { addItem, changeItem, deleteItem, type Item, type ListName, reorder, type Stored, useItems } from "./calls";

/** The fields of an entry, which the API fixes and not the site. */
const FIELDS: readonly Field[] = [
  { key: "title", type: "text", name: "Title", required: true, max: 200 },
  { key: "description", type: "longtext", name: "Description", max: 5000 },
  { key: "icon", type: "text", name: "Icon", help: "The name of one of the site's drawings, such as compass." },
  { key: "link", type: "text", name: "Link" },
];
const PROGRAM_FIELDS: readonly Field[] = [
  ...FIELDS,
  { key: "details", type: "longtext", name: "Details", max: 5000 },
  {
    key: "features",
    type: "list",
    name: "Features",
    max: 50,
    fields: [{ key: "text", type: "text", name: "Feature", max: 300 }],
  },
  { key: "is_upcoming", type: "boolean", name: "Upcoming", help: "Marked as coming soon." },
];

const LISTS: readonly { name: ListName; title: string; about: string; one: string; fields: readonly Field[] }[] = [
  {
    name: "programs",
    title: "Programmes",
    about: "The learning paths: the cards of the home page.",
    one: "programme",
    fields: PROGRAM_FIELDS,
  },
  {
    name: "features",
    title: "Quick access",
    about: "The ways into what is open to everybody.",
    one: "entry",
    fields: FIELDS,
  },
  {
    name: "differentiators",
    title: "Differentiators",
    about: "What makes the academy different.",
    one: "entry",
    fields: FIELDS,
  },
];

const NEW: Item & { revision?: number } = { title: "", description: "", icon: "", link: "" };

/** The lists that several parts of the site show. */
export function ListsView() {
  return (
    <div className="stack">
      {LISTS.map((list) => (
        <List key={list.name} {...list} />
      ))}
    </div>
  );
}

function List({ name, title, about, one, fields }: (typeof LISTS)[number]) {
  const items = useItems(name);
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<string | null>(null);
  const { act } = useAction();
  const remove = (item: Stored) =>
    act({
      question: { message: `Delete “${item.title}”?`, confirm: "Delete" },
      run: () => deleteItem(name, item),
      done: `${one.charAt(0).toUpperCase()}${one.slice(1)} deleted`,
      undo: (revision) => undoDeletion({ collection: name, id: item.id }, revision),
      failed: `Failed to delete ${one}`,
    });
  return (
    <Panel
      title={title}
      subtitle={about}
      actions={
        !adding && (
          <Button size="sm" aria-label={`Add to ${title}`} onClick={() => setAdding(true)}>
            Add
          </Button>
        )
      }
    >
      {adding && <ItemForm name={name} one={one} fields={fields} item={null} onClose={() => setAdding(false)} />}
      <Loaded from={items} failed="The list could not be loaded" empty={!adding && <Empty title="Nothing here yet" />}>
        {(known) => (
          <Entries
            entries={known}
            keyOf={({ id }) => id}
            nameOf={({ title }) => title}
            onMove={(from, to) => act({ run: () => reorder(name, known, from, to), failed: "Failed to reorder" })}
            onRemove={(index) => known[index] && remove(known[index])}
            actions={[
              {
                label: ({ id }) => (editing === id ? "Close" : "Edit"),
                run: (index) => setEditing((open) => (open === known[index]?.id ? null : (known[index]?.id ?? null))),
              },
            ]}
          >
            {(item) =>
              editing === item.id && (
                <div className="entry-fields">
                  <ItemForm name={name} one={one} fields={fields} item={item} onClose={() => setEditing(null)} />
                </div>
              )
            }
          </Entries>
        )}
      </Loaded>
    </Panel>
  );
}

interface FormProps {
  name: ListName;
  one: string;
  fields: readonly Field[];
  /** Null for a new one. */
  item: Stored | null;
  onClose: () => void;
}

function ItemForm({ name, one, fields, item: opened, onClose }: FormProps) {
  // A new entry that somebody goes on typing in while it is added stays in the same form.
  const [added, setAdded] = useState<Stored | null>(null);
  const item = opened ?? added;
  const place = { collection: name, id: item?.id ?? "" };
  const { form, setForm, submit, notice, dialog } = useEdit<Stored | typeof NEW, Values, Item>({
    what: one,
    place,
    stored: item ?? NEW,
    formOf: (stored) => formOf(fields, stored),
    payloadOf: (values) => itemOf(fields, values),
    wordsOf: (written) => wordsOf(fields, formOf(fields, written)),
    write: (changes, revision) =>
      item ? changeItem(name, item.id, changes, revision) : addItem(name, { ...itemOf(fields, {}), ...changes }),
    onSaved: (saved, _, stays) => {
      toast.success("Saved");
      if (!stays) onClose();
      else if ("id" in saved) setAdded(saved);
    },
    failed: `Failed to save ${one}`,
  });
  return (
    <>
      {item && <Presence {...place} />}
      {notice}
      <form className="stack" aria-label={item ? `Edit ${item.title}` : `New ${one}`} noValidate {...submit.form}>
        <FieldInputs
          fields={fields}
          values={form}
          errors={submit.fields}
          onChange={(values) => setForm(formOf(fields, itemOf(fields, values)))}
        />
        <FormError message={submit.error} />
        <div className="row-actions">
          <Button type="submit" size="sm" loading={submit.busy}>
            Save
          </Button>
          <Button variant="default" size="sm" onClick={onClose}>
            Cancel
          </Button>
          {item && <History documents={[{ ...place, name: item.title }]} of={item.title} />}
        </div>
      </form>
      {dialog}
    </>
  );
}

/** What the form holds of an entry: its list of texts as entries with one field. */
function formOf(fields: readonly Field[], item: Item): Values {
  const held = fields.map(({ key, type }) => {
    const value = item[key as keyof Item];
    return [key, type === "list" ? ((value ?? []) as string[]).map((text) => ({ text })) : value] as const;
  });
  return Object.fromEntries(held);
}

function itemOf(fields: readonly Field[], values: Values): Item {
  const text = (key: string) => String(values[key] ?? "");
  const common = { title: text("title"), description: text("description"), icon: text("icon"), link: text("link") };
  if (!fields.some(({ key }) => key === "features")) return common;
  const features = ((values.features ?? []) as { text?: string }[]).map(({ text }) => text ?? "");
  return { ...common, details: text("details"), features, is_upcoming: values.is_upcoming === true };
}
