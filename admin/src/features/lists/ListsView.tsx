import { Button } from "@mantine/core";
import { useState } from "react";
import { CancelButton } from "@/editing/CancelButton";
import { DocumentForm } from "@/editing/DocumentForm";
import { Presence } from "@/editing/Presence";
import { useDocument } from "@/editing/useDocument";
import { FieldInputs } from "@/fields/FieldInputs";
import { History } from "@/history/History";
import { useTrash } from "@/history/useTrash";
import { Entries } from "@/lists/Entries";
import { Loaded } from "@/ui/Loaded";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { useAction } from "@/ui/useAction";
import { reorder, type Stored, useItems } from "./calls";
import { formOf, itemOf, LISTS } from "./lists";

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

function List(list: (typeof LISTS)[number]) {
  const { name, title, about } = list;
  const items = useItems(name);
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<string | null>(null);
  const { act } = useAction();
  const { remove } = useTrash(name);
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
      {adding && <ItemForm list={list} item={null} onClose={() => setAdding(false)} />}
      <Loaded from={items} failed="The list could not be loaded" empty={!adding && <Empty title="No entries yet" />}>
        {(known) => (
          <Entries
            entries={known}
            keyOf={({ id }) => id}
            nameOf={({ title }) => title}
            onMove={(from, to) => act({ run: () => reorder(name, known, from, to), failed: "Failed to reorder" })}
            onRemove={(index) => {
              const item = known[index];
              if (item) void remove(item, { message: `Delete “${item.title}”?` });
            }}
            removeLabel="Delete"
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
                  <ItemForm
                    list={list}
                    item={item}
                    onClose={() => setEditing((open) => (open === item.id ? null : open))}
                  />
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
  list: (typeof LISTS)[number];
  /** Null for a new one. */
  item: Stored | null;
  onClose: () => void;
}

function ItemForm({ list, item: opened, onClose }: FormProps) {
  const { name, one, fields, kind } = list;
  // A new entry that somebody goes on typing in while it is added stays in the same form.
  const [id, setId] = useState(opened?.id ?? null);
  const known = useItems(name).data?.find((item) => item.id === id);
  const document = useDocument(kind, id, (next) => (next === null ? onClose() : setId(next)), { known });
  const { form, setForm, submit, stored: item } = document;
  return (
    <>
      {item && <Presence collection={name} id={item.id} />}
      <DocumentForm
        document={document}
        name={item ? `Edit ${item.title}` : `New ${one}`}
        noValidate
        foot={
          <div className="row-actions">
            <Button type="submit" size="sm" loading={submit.busy}>
              Save
            </Button>
            <CancelButton document={document} size="sm" onCancel={onClose} />
            {item && <History documents={[{ collection: name, id: item.id, name: item.title }]} of={item.title} />}
          </div>
        }
      >
        <FieldInputs
          fields={fields}
          values={form}
          errors={submit.fields}
          onChange={(values) => setForm(formOf(fields, itemOf(fields, values)))}
        />
      </DocumentForm>
    </>
  );
}
