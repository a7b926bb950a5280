import contentModel from "../../../../cms-api/internal/content/model/content-model.json";

const blocks: readonly { type: string; fields: readonly { key: string; default?: unknown }[] }[] = contentModel.blocks;

export interface Field {
  /** The type of its page content item. */
  key: string;
  label: string;
  long: boolean;
}

const short = (key: string): Field => ({ key, label: labelOf(key), long: false });
const long = (key: string): Field => ({ key, label: labelOf(key), long: true });

/** "card1_title" reads "Card 1 title". */
function labelOf(key: string): string {
  const words = key.replace(/(\d)/g, " $1").replaceAll("_", " ").replace("cta", "button").replace("url", "address");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const FIELDS: Record<string, readonly Field[]> = {
  hero: [short("heading"), short("subheading"), long("description"), short("cta_text"), short("cta_link")],
  "why-choose": [
    short("heading"),
    ...[1, 2, 3, 4].flatMap((card) => [short(`card${card}_title`), long(`card${card}_description`)]),
  ],
  "ncert-showcase": [
    short("label"),
    short("heading"),
    long("description"),
    short("button_text"),
    short("button_link"),
    short("youtube_url"),
  ],
  "ncert-poster": [short("heading"), long("description"), short("cta_text"), short("cta_link")],
  "mission-vision": [short("mission_heading"), long("mission_text"), short("vision_heading"), long("vision_text")],
};

const OTHER: readonly Field[] = [short("heading"), long("description")];

/** What the site shows while a field is empty. */
export function builtInText(type: string, key: string): string | undefined {
  const fields = blocks.find((block) => block.type === type)?.fields;
  const text = fields?.find((field) => field.key === key)?.default;
  return typeof text === "string" ? text : undefined;
}

/** The editable fields of a section type, in their order. */
export function fieldsOf(type: string): readonly Field[] {
  // A type has whatever name somebody gave it, "constructor" too.
  return (Object.hasOwn(FIELDS, type) && FIELDS[type]) || OTHER;
}
