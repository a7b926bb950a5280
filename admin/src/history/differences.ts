import { labelOf, readable } from "@/editing/fieldWords";
import { blockOf } from "@/model/model";
import { type Stored, valueIn } from "@/model/text";
import type { ContentModel, Field, FormField, Values } from "@/model/types";
import { collectionOf } from "@/resources/collections";
import type { Place } from "@/resources/history";
import { type Block, documentWords, OWN_TEXT, shownOf } from "./values";

/** One thing that is different, as people read it. */
export interface Difference {
  /** Which part of the field, where it has several. */
  part?: string;
  /** Words are compared one by one, HTML block by block, and values stand beside each other. */
  as: "words" | "html" | "value";
  before: string;
  after: string;
}

/** A field that is different. */
export interface ChangedField {
  /** Its name in an update. */
  name: string;
  label: string;
  differences: Difference[];
}

type Document = Readonly<Record<string, unknown>>;

/** What the fields of a document are called. */
export function labelsOf({ collection, id }: Place, model: ContentModel | undefined): (name: string) => string {
  if (collection === "page-content") {
    const fields = textFields(id, model);
    return (name) => fields.find(({ key }) => key === name)?.name ?? readable(name);
  }
  const { fields } = collectionOf(collection);
  return (name) => fields.find(({ key }) => key === name)?.name ?? labelOf(name);
}

/** What people see to be different between two versions of a document, in the order of its form. */
export function differencesOf(
  place: Place,
  before: unknown,
  after: unknown,
  model: ContentModel | undefined,
): ChangedField[] {
  const { collection, id } = place;
  const label = labelsOf(place, model);
  const changed: ChangedField[] = [];
  const add = (name: string, differences: Difference[]) => {
    if (differences.length > 0) changed.push({ name, label: label(name), differences });
  };
  if (collection === "page-content") {
    const [was, is] = [textsOf(before), textsOf(after)];
    const fields = textFields(id, model);
    const known = fields.map(({ key }) => key);
    const others = [...was.keys(), ...is.keys()].filter((key) => !known.includes(key));
    for (const key of new Set([...known, ...others])) {
      const field = fields.find((each) => each.key === key) ?? { key, type: "text", name: key };
      add(key, valueDifference(field, valueIn(field, was.get(key)), valueIn(field, is.get(key))));
    }
    return changed;
  }
  const [was, is] = [before as Document, after as Document];
  for (const field of collectionOf(collection).fields) {
    const [old, now] = [was[field.key], is[field.key]];
    add(field.key, field.type === "blocks" ? blockDifferences(old, now, model) : plainDifference(field, old, now));
  }
  return changed;
}

function plainDifference(field: FormField, before: unknown, after: unknown): Difference[] {
  const [was, is] = [documentWords(field, before), documentWords(field, after)];
  if (was === is) return [];
  if (field.type === "richtext") return [{ as: "html", before: was, after: is }];
  return [{ as: isValue(before) && isValue(after) ? "value" : "words", before: was, after: is }];
}

/** Whether a value is one thing: an address, a colour, a number, a date, a switch. */
function isValue(value: unknown): boolean {
  if (typeof value !== "string") return !Array.isArray(value);
  return value === "" || /^(\/|#|[a-z]+:)\S*$/i.test(value) || /^\d{4}-\d\d-\d\d(T\S+)?$/.test(value);
}

/** First which blocks there are and in which order, then what is different in each. */
function blockDifferences(before: unknown, after: unknown, model: ContentModel | undefined): Difference[] {
  const [was, is] = [(before ?? []) as Block[], (after ?? []) as Block[]];
  const nameOf = ({ type }: Block) => (model && blockOf(model, type)?.name) ?? readable(type);
  const listed = (blocks: Block[]) => blocks.map(nameOf).join("\n");
  const order = (blocks: Block[]) => blocks.map(({ id }) => id).join();
  const all: Difference[] = [];
  if (order(was) !== order(is)) all.push({ part: "Order", as: "words", before: listed(was), after: listed(is) });
  const former = new Map(was.map((block) => [block.id, block]));
  const gone = was.filter(({ id }) => !is.some((block) => block.id === id));
  for (const block of [...is, ...gone]) {
    const old = former.get(block.id);
    const now = gone.includes(block) ? undefined : block;
    const alike = [...is, ...gone].filter(({ type }) => type === block.type);
    const name = nameOf(block) + (alike.length > 1 ? ` ${alike.indexOf(block) + 1}` : "");
    const part = (difference: Difference): Difference => ({ ...difference, part: joined(name, difference.part) });
    all.push(...blockParts(old, now, block.type, model).map(part));
  }
  return all;
}

function blockParts(before: Block | undefined, after: Block | undefined, type: string, model?: ContentModel) {
  const known = (model && blockOf(model, type)?.fields) ?? [];
  const [was, is] = [before?.values ?? {}, after?.values ?? {}];
  const others = Object.keys({ ...was, ...is }).filter((key) => known.every((field) => field.key !== key));
  const fields = [...known, ...others.map((key): Field => ({ key, type: "text", name: readable(key) }))];
  const shown = (block: Block | undefined) => (block?.hidden ? "Hidden" : "Shown");
  const all: Difference[] = [];
  if (before && after && shown(before) !== shown(after)) {
    all.push({ part: "Visibility", as: "value", before: shown(before), after: shown(after) });
  }
  const [from, to] = [before?.anchor ?? "", after?.anchor ?? ""];
  if (from !== to) all.push({ part: "Anchor", as: "value", before: from, after: to });
  for (const field of fields) {
    const [old, now] = [own(was, field.key), own(is, field.key)];
    // Of a block that came or went only what somebody wrote.
    const some = before && after ? valueDifference(field, old, now) : wholeValue(field, old, now);
    all.push(...some.map((difference) => ({ ...difference, part: field.name })));
  }
  return all;
}

const own = (values: Values, key: string): unknown => (Object.hasOwn(values, key) ? values[key] : undefined);

const joined = (name: string, part: string | undefined) => (part ? `${name}: ${part}` : name);

/** What a field of the model holds; where nothing is stored the site shows its own text. */
function valueDifference(field: Field, before: unknown, after: unknown): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const [was, is] = [shownOf(field, before), shownOf(field, after)];
  if (was === OWN_TEXT || is === OWN_TEXT) return [{ as: "value", before: was, after: is }];
  if (field.type === "richtext") return [{ as: "html", before: was, after: is }];
  const words = field.type === "text" || field.type === "longtext" || field.type === "list";
  return [{ as: words ? "words" : "value", before: was, after: is }];
}

function wholeValue(field: Field, before: unknown, after: unknown): Difference[] {
  const [was, is] = [before, after].map((value) => (value === undefined ? "" : shownOf(field, value)));
  if (was === is) return [];
  return [{ as: field.type === "richtext" ? "html" : "words", before: was ?? "", after: is ?? "" }];
}

/** The texts of a section of a page, by their keys: a blank one is meant. */
function textsOf(document: unknown): Map<string, Stored> {
  const texts = Object.entries(document as Record<string, string>);
  return new Map(texts.map(([key, content]) => [key, { content, empty: content === "" }]));
}

/** The fields of page content by its id: "home.hero", or a page's name. */
function textFields(id: string, model: ContentModel | undefined): readonly Field[] {
  const [page = "", section = ""] = id.split(".");
  const known = model?.pages.find((one) => one.page === page)?.sections.find((one) => one.section === section);
  const block = model && page === "home" ? blockOf(model, section) : undefined;
  return known?.fields ?? block?.fields ?? [];
}
