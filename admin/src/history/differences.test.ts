import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { HistoryEntry } from "@/api/types";
import type { ContentModel, Field } from "@/model/types";
import { collectionOf } from "@/resources/collections";
import type { Place } from "@/resources/history";
import { differencesOf, labelsOf } from "./differences";
import { didWhat, whenOf, whoOf } from "./words";

const field = (key: string, type: Field["type"], more: Partial<Field> = {}): Field => ({
  key,
  type,
  name: key.charAt(0).toUpperCase() + key.slice(1),
  ...more,
});
const model = {
  version: "1",
  fallback: "words",
  blocks: [
    {
      type: "words",
      name: "Words",
      fields: [
        field("heading", "text"),
        field("body", "richtext"),
        field("picture", "image"),
        field("open", "boolean"),
        field("cards", "list", { fields: [field("title", "text"), field("text", "richtext")] }),
      ],
    },
    { type: "hero", name: "Hero", fields: [field("heading", "text", { name: "Headline" })] },
  ],
  pages: [{ page: "about", name: "About", sections: [{ section: "", name: "Top", fields: [field("title", "text")] }] }],
  menus: [],
} as unknown as ContentModel;

/** Each difference on a line: "title | part | as | before | after". */
function lines(place: Place, before: unknown, after: unknown): string[] {
  return differencesOf(place, before, after, model).flatMap(({ label, differences }) =>
    differences.map(({ part, as, before, after }) =>
      [label, part, as, before, after].filter((x) => x !== undefined).join(" | "),
    ),
  );
}
const at = (collection: Place["collection"], id = "1"): Place => ({ collection, id });

describe("what is different", () => {
  it("in an article, in the order of its form and under its labels", () => {
    const article = {
      title: "Rain",
      slug: "rain",
      content: "<p>a</p>",
      tags: ["a"],
      status: "draft",
      publish_date: null,
    };
    const next = { ...article, title: "Rains", content: "<p>b</p>", tags: ["a", "b"], status: "published" };
    expect(lines(at("articles"), { ...article, revision: 1, updated_at: "x" }, { ...next, revision: 2 })).toEqual([
      "Title | words | Rain | Rains",
      "Content | html | <p>a</p> | <p>b</p>",
      "Tags | words | a | a, b",
      "Status | words | Draft | Published",
    ]);
    expect(lines(at("articles"), article, article)).toEqual([]);
  });

  it("in switches, addresses, colours and numbers, as values", () => {
    const link = { platform: "Telegram", url: "https://t.me/a", color: "#26a5e4", order_index: 1, active: true };
    const other = { ...link, url: "https://t.me/b", color: "#000000", order_index: 2, active: false };
    expect(lines(at("social-links"), link, other)).toEqual([
      "URL | value | https://t.me/a | https://t.me/b",
      "Color | value | #26a5e4 | #000000",
      "Order | value | 1 | 2",
      "Active | value | Active | Inactive",
    ]);
    expect(lines(at("sections"), { is_visible: true }, { is_visible: false })).toEqual([
      "Visibility | value | Visible | Hidden",
    ]);
    expect(lines(at("settings"), { adhva_vibes_psi_hidden: false }, { adhva_vibes_psi_hidden: true })).toEqual([
      "PSI page is hidden | value | VISIBLE | HIDDEN",
    ]);
  });

  it("in a menu, an entry a line", () => {
    const items = [{ label: "Learn", href: "", children: [{ label: "PSI", href: "/psi" }] }];
    expect(
      lines(at("menus"), { items }, { items: [...items, { label: "About", href: "/about", hidden: true }] }),
    ).toEqual(["Entries | words | Learn\n    PSI → /psi | Learn\n    PSI → /psi\nAbout → /about (hidden)"]);
  });

  it("in the blocks of a page: which there are, then what is in each", () => {
    const words = (id: string, values: object, more = {}) => ({ id, type: "words", values, ...more });
    const before = [words("a", { heading: "One", body: "<p>x</p>" }), { id: "h", type: "hero", values: {} }];
    const after = [
      { id: "h", type: "hero", values: { heading: "Up" }, hidden: true },
      words("a", { heading: "", body: "<p>y</p>", picture: { url: "/media/a.png", alt: "A" }, open: true }),
      words("b", { cards: [{ title: "C", text: "<p>t</p>" }] }),
    ];
    expect(lines(at("pages"), { blocks: before }, { blocks: after })).toEqual([
      "Blocks | Order | words | Words\nHero | Hero\nWords\nWords",
      "Blocks | Hero: Visibility | value | Shown | Hidden",
      "Blocks | Hero: Headline | value | Default text | Up",
      "Blocks | Words 1: Heading | words | One | ",
      "Blocks | Words 1: Body | html | <p>x</p> | <p>y</p>",
      "Blocks | Words 1: Picture | value | Default text | /media/a.png\nA",
      "Blocks | Words 1: Open | value | Default text | Yes",
      "Blocks | Words 2: Cards | words |  | Title: C\nText: t",
    ]);
  });

  it("in the texts of a section: a missing one is the site's own, and a blank one nothing", () => {
    expect(lines(at("page-content", "home.hero"), { heading: "Old" }, { heading: "New", constructor: "x" })).toEqual([
      "Headline | words | Old | New",
      "Constructor | value | Default text | x",
    ]);
    expect(lines(at("page-content", "about"), {}, { title: "" })).toEqual(["Title | value | Default text | "]);
  });
});

describe("who did what", () => {
  const asha = { id: "1", name: "Asha Rao" };
  const said = (entry: HistoryEntry, former?: HistoryEntry) =>
    `${whoOf(entry)} ${didWhat(entry, former, labelsOf(at("articles"), model))}`.trim();
  const save = (what: HistoryEntry["what"], by: HistoryEntry["by"], fields: string[]): HistoryEntry => ({
    what,
    by,
    fields,
    at: "2026-11-23T11:16:40Z",
    revision: 1,
  });

  it.each<[HistoryEntry["what"], HistoryEntry["by"], string[], string]>([
    ["created", asha, [], "Asha Rao created it"],
    ["created", null, [], "Came with the site"],
    ["changed", asha, ["title", "slug"], "Asha Rao changed title and address"],
    ["changed", asha, ["previous_slugs"], "Asha Rao changed it"],
    ["restored", asha, ["content"], "Asha Rao restored content"],
    ["deleted", asha, ["slug"], "Asha Rao deleted it"],
    ["changed", null, ["status"], "Nobody with an account changed status"],
  ])("%s by %j, %j: %s", (what, by, fields, words) => {
    expect(said(save(what, by, fields))).toBe(words);
  });

  it("is told without a time where it began before the first save", () => {
    expect(whenOf({ at: null })).toBe("The beginning");
    expect(whenOf({ at: "2026-11-23T11:16:40Z" })).toContain("2026");
  });

  it("is told from the save before where it was in the trash", () => {
    const restored = save("restored", asha, ["slug"]);
    expect(said(restored, save("changed", asha, []))).toBe("Asha Rao restored address");
    expect(said(restored, save("deleted", asha, []))).toBe("Asha Rao restored it from the trash");
  });
});

it("every field of an update can be compared and restored", () => {
  const file = path.resolve(import.meta.dirname, "../../../cms-api/openapi.json");
  const { schemas } = JSON.parse(readFileSync(file, "utf8")).components as Description;
  const UPDATES = {
    articles: "ArticleUpdate",
    pages: "PageUpdate",
    settings: "SettingsUpdate",
    sections: "SectionUpdate",
    menus: "MenuUpdate",
    programs: "ProgramUpdate",
    features: "ListUpdate",
    differentiators: "ListUpdate",
    videos: "VideoUpdate",
    "social-links": "SocialLinkUpdate",
    redirects: "RedirectUpdate",
  } as const;
  // One flag has two spellings.
  const alias = "adva_vibes_psi_hidden";
  for (const [collection, update] of Object.entries(UPDATES)) {
    const names = Object.keys(schemas[update]?.properties ?? {}).filter((name) => name !== alias);
    const declared = collectionOf(collection as keyof typeof UPDATES).fields.map(({ key }) => key);
    expect(declared.sort(), collection).toEqual(names.sort());
  }
});

interface Description {
  schemas: Record<string, { properties: object }>;
}
