import type { ListedKind } from "@/editing/kind";
import { writeChanges } from "@/editing/writeOver";
import type { FormField, Values } from "@/model/types";
import { COLLECTIONS } from "@/resources/collections";
import { toast } from "@/ui/toasts";
import { addItem, changeItem, type Item, type ListName, type Stored } from "./calls";

/** The fields of the form of an entry; its place is moved. */
const fieldsOf = (name: ListName) => COLLECTIONS[name].fields.filter(({ key }) => key !== "order_index");

interface ListOf {
  name: ListName;
  title: string;
  about: string;
  /** What one entry is called. */
  one: string;
}

export const LISTS = (
  [
    {
      name: "programs",
      title: "Programmes",
      about: "The learning paths on the home page.",
      one: "programme",
    },
    {
      name: "features",
      title: "Quick access",
      about: "The links to free resources.",
      one: "entry",
    },
    {
      name: "differentiators",
      title: "Differentiators",
      about: "What makes the academy different.",
      one: "entry",
    },
  ] satisfies ListOf[]
).map((list: ListOf) => {
  const fields: readonly FormField[] = fieldsOf(list.name);
  return { ...list, fields, kind: kindOf(list, fields) };
});

/** How an entry of a list is edited. */
function kindOf({ name, one }: ListOf, fields: readonly FormField[]): ListedKind<Stored, Values> {
  const written = (values: Values) => itemOf(fields, values);
  return {
    what: one,
    collection: name,
    fields,
    empty: formOf(fields, { title: "", description: "", icon: "", link: "" }),
    idOf: ({ id }) => id,
    formOf: (stored) => formOf(fields, stored),
    written,
    save: async (_, values, revision, before) => {
      const writing = {
        formOf: (stored: Stored) => written(formOf(fields, stored)),
        write: (changes: Partial<Item>, over: number | undefined) => changeItem(name, before?.id ?? "", changes, over),
      };
      const saved = before
        ? (await writeChanges(writing, written(values), before, revision)).saved
        : await addItem(name, written(values));
      toast.success("Saved");
      return saved;
    },
    failed: () => `Failed to save ${one}`,
    stays: false,
    merges: true,
  };
}

/** What the form holds of an entry: its list of texts as entries with one field. */
export function formOf(fields: readonly FormField[], item: Item): Values {
  const held = fields.map(({ key, type }) => {
    const value = item[key as keyof Item];
    return [key, type === "list" ? ((value ?? []) as string[]).map((text) => ({ text })) : value] as const;
  });
  return Object.fromEntries(held);
}

export function itemOf(fields: readonly FormField[], values: Values): Item {
  const text = (key: string) => String(values[key] ?? "");
  const common = { title: text("title"), description: text("description"), icon: text("icon"), link: text("link") };
  if (!fields.some(({ key }) => key === "features")) return common;
  const features = ((values.features ?? []) as { text?: string }[]).map(({ text }) => text ?? "");
  return { ...common, details: text("details"), features, is_upcoming: values.is_upcoming === true };
}
