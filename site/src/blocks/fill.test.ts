import type { Schemas } from "@academy/shared/api/client";
import { describe, expect, test } from "vitest";
import { Content } from "@/content/content";
import { Reader } from "@/content/reader";
import { emptySnapshot, siteConfig } from "@/content/source";
import type { PageContentItem, Section } from "@/content/types";
import { homeBlocks, pageBlocks } from "./fill";

const reader = (parts: { sections?: Section[]; page_content?: PageContentItem[] } = {}) =>
  new Reader(new Content(siteConfig({ NODE_ENV: "test" }), { ...emptySnapshot(), ...parts }));

const section = (type: string, display_order: number, more: Partial<Section> = {}): Section => ({
  ...{ id: type, name: type, type, is_visible: true, display_order },
  ...more,
});

const text = (place: string, type: string, content: string): PageContentItem => ({
  ...{ id: `${place} ${type}`, page: "home", section: place, type, key: type, content, order_index: 1 },
});

const BUILT_IN = [
  ...["hero", "why-choose", "psi-promo", "ncert-showcase", "ncert-poster", "guiding-principles", "learning-paths"],
  ...["mentorship-process", "differentiators", "mission-vision", "quick-access"],
];

describe("the home page", () => {
  test("has the eleven built-in blocks while nothing is stored, and the hero's heading is its h1", () => {
    const blocks = homeBlocks(reader());
    expect(blocks.map(({ type }) => type)).toEqual(BUILT_IN);
    expect(blocks.map(({ id }) => id)).toEqual(BUILT_IN);
    expect(blocks.filter(({ h1 }) => h1).map(({ id }) => id)).toEqual(["hero"]);
    expect(blocks[0]?.values).toMatchObject({ heading: "Unlock Your Potential. Serve the Nation." });
  });

  test("has the texts of each section's type, also where two are of one block", () => {
    const blocks = homeBlocks(
      reader({
        sections: [section("hero", 1), section("second", 2, { block: "hero" })],
        page_content: [text("hero", "heading", "One"), text("second", "heading", "Two")],
      }),
    );
    expect(blocks[0]).toMatchObject({ id: "hero", type: "hero", h1: true, values: { heading: "One" } });
    expect(blocks.find(({ id }) => id === "second")).toMatchObject({
      type: "hero",
      h1: false,
      values: { heading: "Two" },
    });
  });

  test("shows a section of no block's type by the plain one", () => {
    const blocks = homeBlocks(
      reader({
        sections: [section("success-stories", 1), section("constructor", 2), section("gone", 3, { block: "toString" })],
        page_content: [text("success-stories", "heading", "Stories"), text("success-stories", "title", "Not shown")],
      }),
    );
    const plain = blocks.filter(({ type }) => type === "plain");
    expect(plain.map(({ id, values }) => [id, values])).toEqual([
      ["success-stories", { heading: "Stories", description: "" }],
      ["constructor", { heading: "", description: "" }],
      ["gone", { heading: "", description: "" }],
    ]);
  });

  test("leaves hidden sections out", () => {
    const blocks = homeBlocks(reader({ sections: [section("hero", 1, { is_visible: false })] }));
    expect(blocks.map(({ id }) => id)).toEqual(BUILT_IN.slice(1));
    expect(blocks.some(({ h1 }) => h1)).toBe(false);
  });
});

describe("a page that editors made", () => {
  const blocksOf = (blocks: Schemas["PageBlock"][]) =>
    pageBlocks(reader(), {
      ...{ id: "1", path: "/kas", title: "KAS", description: "", image: "", updated_at: "2027-01-01T00:00:00Z" },
      blocks,
    });

  test("has its blocks in their order, by their anchors where they have any", () => {
    const blocks = blocksOf([
      { id: "a", type: "plain", values: { heading: "First" } },
      { id: "b", type: "plain", anchor: "fees", values: {} },
      { id: "c", type: "plain", anchor: "fees", values: {} },
    ]);
    expect(blocks.map(({ id }) => id)).toEqual(["block_1", "fees", "block_3"]);
    expect(blocks[0]?.values).toMatchObject({ heading: "First" });
  });

  test("leaves out blocks that are gone", () => {
    const values = { heading: "Stored" };
    expect(
      blocksOf([
        { id: "a", type: "gone", values },
        { id: "b", type: "__proto__", values },
      ]),
    ).toEqual([]);
  });

  test("has three blocks that a first screen may show", () => {
    const blocks = blocksOf(
      ["a", "b", "gone", "c", "d"].map((id) => ({ id, type: id === "gone" ? id : "plain", values: {} })),
    );
    expect(blocks.map(({ first }) => first)).toEqual([true, true, true, false]);
  });

  test("takes its h1 from the first block that can open a page and has the words for it", () => {
    const blocks = blocksOf([
      { id: "a", type: "plain", values: { heading: "Not a title" } },
      { id: "b", type: "hero", values: { heading: "" } },
      { id: "c", type: "hero", values: {} },
      { id: "d", type: "hero", values: {} },
    ]);
    expect(blocks.map(({ h1 }) => h1)).toEqual([false, false, true, false]);
  });
});
