import { changedIn } from "@/editing/copies";
import type { ListedKind } from "@/editing/kind";
import { writeChanges } from "@/editing/writeOver";
import { wordsOf } from "@/history/values";
import type { Field, Values } from "@/model/types";
import { toast } from "@/ui/toasts";
import { addItem, changeItem, type Item, type ListName, type Stored } from "./calls";

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
  { key: "is_upcoming", type: "boolean", name: "Upcoming", help: "Shows “Coming Soon”." },
];

interface ListOf {
  name: ListName;
  title: string;
  about: string;
  /** What one entry is called. */
  one: string;
  fields: readonly Field[];
}

export const LISTS = (
  [
    {
      name: "programs",
      title: "Programmes",
      about: "The learning paths on the home page.",
      one: "programme",
      fields: PROGRAM_FIELDS,
    },
    {
      name: "features",
      title: "Quick access",
      about: "The links to free resources.",
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
  ] satisfies ListOf[]
).map((list: ListOf) => ({ ...list, kind: kindOf(list) }));

/** How an entry of a list is edited. */
function kindOf({ name, one, fields }: ListOf): ListedKind<Stored, Values> {
  const written = (values: Values) => itemOf(fields, values);
  return {
    what: one,
    collection: name,
    empty: formOf(fields, { title: "", description: "", icon: "", link: "" }),
    idOf: ({ id }) => id,
    formOf: (stored) => formOf(fields, stored),
    same: (a, b) => Object.keys(changedIn(written(a), written(b))).length === 0,
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
    goOn: "Keep editing",
    stays: false,
    merges: true,
    wordsOf: (values) => wordsOf(fields, values),
  };
}

/** What the form holds of an entry: its list of texts as entries with one field. */
export function formOf(fields: readonly Field[], item: Item): Values {
  const held = fields.map(({ key, type }) => {
    const value = item[key as keyof Item];
    return [key, type === "list" ? ((value ?? []) as string[]).map((text) => ({ text })) : value] as const;
  });
  return Object.fromEntries(held);
}

export function itemOf(fields: readonly Field[], values: Values): Item {
  const text = (key: string) => String(values[key] ?? "");
  const common = { title: text("title"), description: text("description"), icon: text("icon"), link: text("link") };
  if (!fields.some(({ key }) => key === "features")) return common;
  const features = ((values.features ?? []) as { text?: string }[]).map(({ text }) => text ?? "");
  return { ...common, details: text("details"), features, is_upcoming: values.is_upcoming === true };
}
