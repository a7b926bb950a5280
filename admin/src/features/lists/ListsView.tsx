import { hasStatus, messageOf } from "@academy/shared/api/errors";
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useConfirm } from "@/components/confirm";
import { Entries, moved } from "@/components/Entries";
import { FormError } from "@/components/FormError";
import { Panel } from "@/components/Panel";
import { Empty, Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import { FieldInputs } from "@/fields/FieldInputs";
import type { Field, Values } from "@/model/types";
import { deleteItem, type Item, type ListName, reorder, saveItem, useItems } from "./calls";

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
  const { data, error, mutate } = useItems(name);
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<string | null>(null);
  const confirm = useConfirm();
  const write = async (failed: string, run: () => Promise<void>) => {
    try {
      await run();
    } catch (failure) {
      toast.failure(failed, failure);
    }
  };
  const remove = async (item: { id: string; title: string }) => {
    if (!(await confirm({ message: `Delete “${item.title}”?`, confirm: "Delete" }))) return;
    await write(`Failed to delete ${one}`, () => deleteItem(name, item.id));
  };
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
      {!data &&
        (error ? <Failure title="The list could not be loaded" error={error} onRetry={() => mutate()} /> : <Loading />)}
      {adding && (
        <ItemForm
          name={name}
          one={one}
          fields={fields}
          item={{ title: "", description: "", icon: "", link: "" }}
          onClose={() => setAdding(false)}
        />
      )}
      {data?.length === 0 && !adding && <Empty title="Nothing here yet" />}
      {data && data.length > 0 && (
        <Entries
          entries={data}
          keyOf={({ id }) => id}
          nameOf={({ title }) => title}
          onMove={(from, to) => void write("Failed to reorder", () => reorder(name, moved(data, from, to)))}
          onRemove={(index) => {
            const item = data[index];
            if (item) void remove(item);
          }}
          actions={[
            {
              label: ({ id }) => (editing === id ? "Close" : "Edit"),
              run: (index) => setEditing((open) => (open === data[index]?.id ? null : (data[index]?.id ?? null))),
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
    </Panel>
  );
}

interface FormProps {
  name: ListName;
  one: string;
  fields: readonly Field[];
  item: Item;
  onClose: () => void;
}

function ItemForm({ name, one, fields, item, onClose }: FormProps) {
  const [values, setValues] = useState<Values>(() => valuesOf(item));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [reason, setReason] = useState<string | null>(null);
  const busy = useRef(false);
  const save = async () => {
    if (busy.current) return;
    busy.current = true;
    setErrors({});
    setReason(null);
    try {
      await saveItem(name, itemOf(item, fields, values));
      toast.success("Saved");
      onClose();
    } catch (error) {
      if (hasStatus(error, 422)) setErrors(error.fieldErrors());
      setReason(messageOf(error));
      toast.failure(`Failed to save ${one}`, error);
    } finally {
      busy.current = false;
    }
  };
  return (
    <form
      className="stack"
      aria-label={item.id === undefined ? `New ${one}` : `Edit ${item.title}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <FieldInputs fields={fields} values={values} errors={errors} onChange={setValues} />
      <FormError message={reason} />
      <div className="row-actions">
        <Button type="submit" size="sm">
          Save
        </Button>
        <Button variant="default" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** What the form holds of an entry: its list of texts as entries with one field. */
function valuesOf({ features, ...item }: Item): Values {
  return { ...item, ...(features && { features: features.map((text) => ({ text })) }) };
}

function itemOf(item: Item, fields: readonly Field[], values: Values): Item {
  const text = (key: string) => String(values[key] ?? "");
  const common = {
    id: item.id,
    title: text("title"),
    description: text("description"),
    icon: text("icon"),
    link: text("link"),
  };
  if (!fields.some(({ key }) => key === "features")) return common;
  const features = ((values.features ?? []) as { text?: string }[]).map(({ text }) => text ?? "");
  return { ...common, details: text("details"), features, is_upcoming: values.is_upcoming === true };
}
