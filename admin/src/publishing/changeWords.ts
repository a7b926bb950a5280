import type { Change, ChangeSet } from "@/api/types";
import type { ContentModel } from "@/model/types";
import { COLLECTIONS, type CollectionName, collectionOf } from "@/resources/collections";

/** What is listed of one kind, as one and as several. */
function wordsFor(kind: string): { one: string; several: string } {
  const name = kind.replaceAll("_", "-");
  if (Object.hasOwn(COLLECTIONS, name)) return collectionOf(name as CollectionName);
  const one = kind.replaceAll("_", " ");
  return kind === "redirects" ? { one: "redirect", several: one } : { one, several: one };
}

type Action = Pick<Change, "kind" | "action" | "scheduled">;

/** What became of something, after its name. */
function actionOf({ kind, action, scheduled }: Action): string {
  const by = scheduled ? " as scheduled" : "";
  if (action === "removed") return `taken off the site${by}`;
  if (action === "added") return (kind === "articles" ? "published" : "added") + by;
  return action === "moved" ? "moved" : "edited";
}

/** What a change was of: "How monsoons form", "Settings", "Section Hero", "Texts of Why choose, home page". */
export function subjectOf({ kind, id, title }: Pick<Change, "kind" | "id" | "title">, model?: ContentModel): string {
  if (kind === "settings") return "Settings";
  if (kind === "page_content") return `Texts of ${placeOfTexts(id, model)}`;
  if (kind === "articles" && title !== "") return title;
  const { one } = wordsFor(kind);
  return `${one.charAt(0).toUpperCase()}${one.slice(1)} ${title}`.trim();
}

/**
 * Where texts stand, by the names of the model: "contact-us/form" is "Form, Contact", and "home/why-choose" is
 * "Why choose us, home page". What it does not name, or while it is not known, goes by its address:
 * "Why choose, home page".
 */
export function placeOfTexts(id: string, model?: ContentModel): string {
  const [page = "", section] = id.split("/");
  const known = model?.pages.find((one) => one.page === page);
  if (known) {
    const part = section && (known.sections.find((one) => one.section === section)?.name ?? section);
    return part ? `${part}, ${known.name}` : known.name;
  }
  const block = page === "home" && model?.blocks.find(({ type }) => type === section);
  if (block) return `${block.name}, home page`;
  const name = (section ?? page).replaceAll("-", " ");
  const words = name.charAt(0).toUpperCase() + name.slice(1);
  return section ? `${words}, ${page.replaceAll("-", " ")} page` : `${words} page`;
}

/** "Asha", "Asha and Ravi", "Asha, Ravi and Meera", "Asha, Ravi and 2 others". */
export function peopleOf(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} others` : listed(names);
}

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${last}` : last;
}

const byWhom = (names: readonly string[]) => (names.length > 0 ? ` by ${peopleOf(names)}` : "");

/** One change as a line: "How monsoons form, edited by Asha". */
export function lineOf(change: Change, model?: ContentModel): string {
  return `${subjectOf(change, model)}, ${actionOf(change)}${byWhom(change.by)}`;
}

/**
 * All changes in one sentence without a full stop: "How monsoons form edited by Asha", "3 articles and the settings
 * changed by Asha and Ravi". "" when there are none, or none are known.
 */
export function sentenceOf({ changes, content_change_count, people }: ChangeSet, model?: ContentModel): string {
  const [first] = changes ?? [];
  if (!changes || !first) return "";
  if (content_change_count > changes.length)
    return `${content_change_count.toLocaleString("en-IN")} changes${byWhom(people)}`;
  if (changes.length === 1)
    return `${subjectOf(first, model)} ${actionOf(first)}${byWhom(first.by.length > 0 ? first.by : people)}`;
  const counts = new Map<string, number>();
  for (const { kind } of changes) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const actions = new Set(changes.map(actionOf));
  const action = actions.size === 1 ? actionOf(first) : "changed";
  const words = listed([...counts].map(([kind, count]) => countOf(kind, count)));
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${action}${byWhom(people)}`;
}

function countOf(kind: string, count: number): string {
  if (kind === "settings") return "the settings";
  const { one, several } = wordsFor(kind);
  return `${count} ${count === 1 ? one : several}`;
}
