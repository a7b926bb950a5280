import { Button, TextInput } from "@mantine/core";
import { useRef } from "react";
import { LinkField } from "@/fields/link";
import { Entries } from "@/lists/Entries";
import { moved } from "@/lists/Sortable";
import { useFolding } from "@/ui/useFolding";
import { type Item, newItem } from "./tree";

interface Props {
  items: readonly Item[];
  /** How many levels there may be, this one included. */
  depth: number;
  /** Where these entries stand in the body of the call: "items", "items[2].children". */
  at: string;
  errors: Readonly<Record<string, string>>;
  onChange: (items: readonly Item[]) => void;
}

const focus = (input: HTMLInputElement | null) => input?.focus();

/** The entries of one level of a menu, and below each of them those of the next. */
export function MenuItems({ items, depth, at, errors, onChange }: Props) {
  const folding = useFolding({ keys: items.map(({ key }) => key), errors, at });
  const added = useRef<string | null>(null);
  const add = () => {
    const item = newItem();
    added.current = item.key;
    folding.open(item.key);
    onChange([...items, item]);
  };
  const change = (index: number, next: Partial<Item>) =>
    onChange(items.map((item, i) => (i === index ? { ...item, ...next } : item)));
  return (
    <>
      <Entries
        entries={items}
        keyOf={({ key }) => key}
        nameOf={({ label }, index) => label.trim() || `Entry ${index + 1}`}
        folding={folding}
        isMuted={({ hidden }) => hidden}
        onMove={(from, to) => onChange(moved(items, from, to))}
        onRemove={(index) => onChange(items.filter((_, i) => i !== index))}
        actions={[
          {
            label: ({ hidden }) => (hidden ? "Show" : "Hide"),
            run: (index) => change(index, { hidden: !items[index]?.hidden }),
          },
        ]}
      >
        {(item, index) =>
          folding.isOpen(index) && (
            <div className="entry-fields">
              <div className="columns">
                <TextInput
                  label="Label"
                  name="label"
                  dir="auto"
                  required
                  ref={item.key === added.current ? focus : undefined}
                  value={item.label}
                  error={errors[`${at}[${index}].label`]}
                  onChange={(event) => change(index, { label: event.currentTarget.value })}
                />
                <LinkField
                  field={{
                    key: "href",
                    type: "link",
                    name: "Address",
                    help: item.children.length > 0 ? "Optional: the label opens the entries below it." : undefined,
                  }}
                  name="href"
                  value={item.href || undefined}
                  errors={{ href: errors[`${at}[${index}].href`] ?? "" }}
                  onChange={(href) => change(index, { href: href ?? "" })}
                />
              </div>
              {depth > 1 && (
                <div className="menu-below">
                  <MenuItems
                    items={item.children}
                    depth={depth - 1}
                    at={`${at}[${index}].children`}
                    errors={errors}
                    onChange={(children) => change(index, { children })}
                  />
                </div>
              )}
            </div>
          )
        }
      </Entries>
      <div className="entries-foot">
        <Button variant="default" size="xs" aria-label={at === "items" ? undefined : "Add entry below"} onClick={add}>
          {at === "items" ? "Add entry" : "Add entry below"}
        </Button>
      </div>
    </>
  );
}
